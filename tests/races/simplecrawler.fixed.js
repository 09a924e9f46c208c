// A link that is being judged counts as open.
'use strict';
const fs = require('node:fs');
const assert = require('node:assert');

const pages = { '/': ['/a', '/b'], '/a': [], '/b': ['/c'], '/c': [] };
const queue = ['/'];
const seen = [];
let open = 0;
let isComplete = false;

function judge(url, callback) {
  fs.access(__filename, (error) => callback(!error));
}

function step() {
  if (queue.length === 0 && open === 0) {
    isComplete = true;
    return;
  }
  while (queue.length > 0) fetch(queue.shift());
}

function fetch(url) {
  open += 1;
  fs.readFile(__filename, () => {
    for (const link of pages[url]) {
      open += 1;
      judge(link, (mayFollow) => {
        assert(!isComplete, `complete, and ${link} is found`);
        if (mayFollow) queue.push(link);
        open -= 1;
        step();
      });
    }
    seen.push(url);
    setTimeout(() => { open -= 1; step(); }, 5);
  });
}
step();
process.on('exit', () => console.log(seen.sort().join(' ')));
