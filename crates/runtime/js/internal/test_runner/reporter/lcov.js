// The reporter `lcov`: the coverage of a run in the form that tools read.
'use strict';

const { Transform } = require('internal/stream/transform');

function record(workingDirectory, file) {
  let text = `SF:${require('path').relative(workingDirectory, file.path)}\n`;
  for (let i = 0; i < file.functions.length; i++) text += `FN:${file.functions[i].line},${file.functions[i].name || `anonymous_${i}`}\n`;
  for (let i = 0; i < file.functions.length; i++) text += `FNDA:${file.functions[i].count},${file.functions[i].name || `anonymous_${i}`}\n`;
  text += `FNF:${file.totalFunctionCount}\nFNH:${file.coveredFunctionCount}\n`;
  for (let i = 0; i < file.branches.length; i++) text += `BRDA:${file.branches[i].line},${i},0,${file.branches[i].count}\n`;
  text += `BRF:${file.totalBranchCount}\nBRH:${file.coveredBranchCount}\n`;
  for (let i = 0; i < file.lines.length; i++) text += `DA:${file.lines[i].line},${file.lines[i].count}\n`;
  return `${text}LH:${file.coveredLineCount}\nLF:${file.totalLineCount}\nend_of_record\n`;
}

class LcovReporter extends Transform {
  constructor() {
    super({ __proto__: null, writableObjectMode: true });
  }

  _transform({ type, data }, encoding, callback) {
    if (type !== 'test:coverage') {
      callback(null);
      return;
    }
    let text = 'TN:\n';
    const { files, workingDirectory } = data.summary;
    for (let i = 0; i < files.length; i++) text += record(workingDirectory, files[i]);
    callback(null, text);
  }
}

module.exports = { LcovReporter };
