// The frames of an error that are the program's, one to a line, without the folder.
'use strict';

exports.show = (name, error) => {
  const lines = String(error?.stack).split('\n').filter((line) => line.startsWith('    at ') && !line.includes('node:'));
  console.log([name, ...lines.map((line) => line.replaceAll(`file://${__dirname}`, '.').replaceAll(__dirname, '.'))].join('\n'));
};

exports.tick = (value) => new Promise((resolve) => setTimeout(resolve, 1, value));
