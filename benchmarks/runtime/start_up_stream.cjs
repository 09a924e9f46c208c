// A program that loads `stream` and does nothing with it.
require('node:stream');
