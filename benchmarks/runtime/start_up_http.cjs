// A program that loads `http` and does nothing with it.
require('node:http');
