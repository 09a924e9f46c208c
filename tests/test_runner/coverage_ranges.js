// `NODE_V8_COVERAGE`: a process writes down how often each part of its files ran, as V8 counts it.
// @timeout 60000
'use strict';

const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { pathToFileURL } = require('url');
const { fixtures } = require('./_run.js');

for (const name of ['statements.js', 'expressions.js', 'functions.js', 'awaits.mjs', 'types.ts']) {
  const file = path.join(fixtures, 'ranges', name);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coverage-'));
  const { stderr, status } = spawnSync(process.execPath, [file], { encoding: 'utf8', env: { ...process.env, NODE_V8_COVERAGE: folder } });
  const source = fs.readFileSync(file, 'utf8');
  console.log(`=== ${name} ${status} ${stderr}`);
  for (const written of fs.readdirSync(folder)) {
    const { result } = JSON.parse(fs.readFileSync(path.join(folder, written), 'utf8'));
    for (const { url, functions } of result) {
      if (url !== pathToFileURL(file).href) continue;
      // Node adds a comment to what it takes the types out of.
      if (name.endsWith('.ts')) functions.shift();
      for (const { functionName, ranges, isBlockCoverage } of functions) {
        console.log(JSON.stringify(functionName), isBlockCoverage);
        for (const { startOffset, endOffset, count } of ranges) console.log(' ', startOffset, endOffset, count, JSON.stringify(source.slice(startOffset, endOffset)).slice(0, 60));
      }
    }
  }
  fs.rmSync(folder, { recursive: true });
}
