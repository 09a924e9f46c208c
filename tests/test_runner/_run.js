// Runs this runtime on a fixture and prints what it printed, without what two correct runs may differ in: durations, frames of the runtime itself, and in
// a program's own frames the name of the function and the column.
'use strict';

const { spawnSync } = require('child_process');
const path = require('path');

const fixtures = path.join(__dirname, 'fixtures');

function isForeignFrame(line) {
  return /^\s*(?:at )?(?:async )?.*(?:\(node:|\bnode:internal|\((?:<|&lt;)anonymous>\)|\(index \d+\))/.test(line) || /^\s*at (?:async )?(?:node:|native)/.test(line) ||
    /^\s*(?:at )?async /.test(line) || /lines matching cause stack trace/.test(line) || /^\s*stack: \|-$/.test(line);
}

function normalise(text) {
  const lines = [];
  for (const given of text.replaceAll('\u001bc', '<clear>').split('\n')) {
    const plain = given.replace(/\u001b\[\d+m/g, '');
    const line = /^\s*at .*:\d+:\d+/.test(plain) ? plain : given;
    // The brace after a stack belongs to the properties below it.
    if (isForeignFrame(line)) {
      if (line.endsWith(' {')) lines.push(`${lines.pop()} {`);
      continue;
    }
    lines.push(line
      .replace(/(?<![\w.])\d+(?:\.\d+)?ms(?=\))/g, '<ms>')
      .replace(/duration_ms(:?) [\d.]+/, 'duration_ms$1 <ms>')
      .replace(/time="[\d.]+"/, 'time="<s>"')
      // With or without frames of its own, which are the runtime's.
      .replace(/^\[?(Error \[ERR_TEST_FAILURE\]: .*?)\]?( \{.*)?$/, '$1$2')
      .replace(/^\] \{$/, ' {')
      .replace(/timestamp="[^"]*"/, 'timestamp="<time>"')
      .replace(/hostname="[^"]*"/, 'hostname="<host>"')
      .replace(/^(\s*)at (?:.*\()?(?:file:\/\/)?([^()]+?):(\d+):\d+\)?( \{)?$/, '$1at $2:$3$4')
      .replace(/^(\s+)(?:async )?[\w.<> ]+ \((?:file:\/\/)?(\/[^()]+?):(\d+):\d+\)$/, '$1$2:$3')
      .replace(/^(\s+)(?:file:\/\/)?(\/[^()]+?):(\d+):\d+$/, '$1$2:$3')
      .replaceAll(`file://${fixtures}`, '<fixtures>')
      .replaceAll(fixtures, '<fixtures>'));
  }
  // How deep a stack goes is the runtime's affair: the first frame of the program's is what counts.
  return lines.filter((line, i) => !(isOwnFrame(line) && isOwnFrame(lines[i - 1]))).join('\n');
}

function isOwnFrame(line) {
  return line !== undefined && /^\s+(?:at )?<fixtures>\/\S+:\d+(?: \{)?$/.test(line);
}

function run(args, { cwd = fixtures, env = {}, title = args.join(' '), stderr = false } = {}) {
  const result = spawnSync(process.execPath, args, { cwd, encoding: 'utf8', env: { ...process.env, ...env }, timeout: 60_000 });
  console.log(`=== ${title}`);
  console.log(normalise(result.stdout));
  if (stderr) console.log(`--- stderr\n${normalise(result.stderr).replaceAll(process.execPath, '<binary>')}`);
  console.log(`=== ended with ${result.status ?? result.signal}\n`);
  return result;
}

module.exports = { fixtures, normalise, run };
