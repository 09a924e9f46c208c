// The coverage of a run: where its processes write what they ran, and the summary that is made of it.
'use strict';

const {
  ArrayPrototypeForEach, ArrayPrototypePush, ArrayPrototypeSome, ArrayPrototypeSort, NumberPrototypeToFixed, SafeSet, StringPrototypeIncludes, StringPrototypeStartsWith,
} = primordials;
const { collect, sorted } = require('internal/test_runner/coverage/collect');
const { applyRange, linesOf } = require('internal/test_runner/coverage/lines');

const KINDS = ['Line', 'Branch', 'Function'];

function percentage(covered, total) {
  return total === 0 ? 100 : (covered / total) * 100;
}

function emptyTotals() {
  return {
    __proto__: null, totalLineCount: 0, totalBranchCount: 0, totalFunctionCount: 0, coveredLineCount: 0, coveredBranchCount: 0, coveredFunctionCount: 0,
    coveredLinePercent: 0, coveredBranchPercent: 0, coveredFunctionPercent: 0,
  };
}

function setPercentages(summary) {
  ArrayPrototypeForEach(KINDS, (kind) => {
    summary[`covered${kind}Percent`] = percentage(summary[`covered${kind}Count`], summary[`total${kind}Count`]);
  });
}

function summarizeFile(path, source, functions) {
  const lines = linesOf(source);
  const summary = { __proto__: null, path, ...emptyTotals(), functions: [], branches: [], lines: [] };
  ArrayPrototypeForEach(functions, (fn, index) => {
    let whole;
    ArrayPrototypeForEach(fn.ranges, (range) => {
      const { line, isIgnored } = applyRange(lines, range);
      const isCovered = range.count !== 0 || isIgnored;
      whole ??= { __proto__: null, line, isCovered, count: range.count };
      if (range.count > whole.count) whole.count = range.count;
      if (!fn.isBlockCoverage) return;
      ArrayPrototypePush(summary.branches, { __proto__: null, line, count: range.count });
      summary.totalBranchCount++;
      if (isCovered) summary.coveredBranchCount++;
    });
    // The first is the file itself.
    if (index === 0 || whole === undefined) return;
    ArrayPrototypePush(summary.functions, { __proto__: null, name: fn.functionName, count: whole.count, line: whole.line });
    summary.totalFunctionCount++;
    if (whole.isCovered) summary.coveredFunctionCount++;
  });
  summary.totalLineCount = lines.length;
  ArrayPrototypeForEach(lines, (line) => {
    if (line.count > 0 || line.isIgnored) summary.coveredLineCount++;
    if (!line.isIgnored) ArrayPrototypePush(summary.lines, { __proto__: null, line: line.line, count: line.count });
  });
  setPercentages(summary);
  return summary;
}

class Coverage {
  #directory;
  #original;
  #config;
  #cwd;

  // From here on, this process and those that it starts write down what they run.
  constructor(config, cwd) {
    const { mkdtempSync } = require('fs');
    const { join } = require('path');
    this.#config = config;
    this.#cwd = cwd;
    this.#directory = mkdtempSync(join(require('os').tmpdir(), 'node-coverage-'));
    this.#original = process.env.NODE_V8_COVERAGE;
    process.env.NODE_V8_COVERAGE = this.#directory;
    internalBinding('coverage').start(this.#directory);
  }

  #isWanted(url) {
    if (!StringPrototypeStartsWith(url, 'file:')) return false;
    const { fileURLToPath } = require('internal/url/file_url');
    const { matchesGlob, relative } = require('path');
    const absolute = fileURLToPath(url);
    if (StringPrototypeIncludes(absolute, '/node_modules/')) return false;
    const path = relative(this.#cwd, absolute);
    const matches = (glob) => matchesGlob(path, glob) || matchesGlob(absolute, glob);
    const { coverageExclude, coverageInclude } = this.#config;
    if (ArrayPrototypeSome(coverageExclude, matches)) return false;
    return coverageInclude.length === 0 || ArrayPrototypeSome(coverageInclude, matches);
  }

  summary() {
    const { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync } = require('fs');
    const { fileURLToPath, pathToFileURL } = require('internal/url/file_url');
    const { join } = require('path');
    const binding = internalBinding('coverage');
    binding.take();
    binding.stop();
    const collected = collect(this.#directory, (url) => this.#isWanted(url));
    if (this.#original === undefined) {
      delete process.env.NODE_V8_COVERAGE;
    } else {
      process.env.NODE_V8_COVERAGE = this.#original;
      mkdirSync(this.#original, { __proto__: null, recursive: true });
      ArrayPrototypeForEach(readdirSync(this.#directory), (name) => copyFileSync(join(this.#directory, name), join(this.#original, name)));
    }
    rmSync(this.#directory, { __proto__: null, recursive: true, force: true });
    const files = [];
    const seen = new SafeSet();
    const add = (path, functions) => {
      if (seen.has(path)) return;
      seen.add(path);
      let source;
      try {
        source = readFileSync(path, 'utf8');
      } catch {
        // It is gone: nobody can be shown its lines.
        return;
      }
      // One that was never loaded has no line that was reached.
      functions ??= [{ __proto__: null, functionName: '', isBlockCoverage: false, ranges: [{ __proto__: null, startOffset: 0, endOffset: source.length, count: 0 }] }];
      ArrayPrototypePush(files, summarizeFile(path, source, functions));
    };
    collected.forEach((functions, url) => add(fileURLToPath(url), sorted(functions)));
    if (this.#config.coverageIncludeAll) {
      const { globSync } = require('internal/fs/glob');
      const found = globSync(['**/*.{js,mjs,cjs,ts,mts,cts}'], { __proto__: null, cwd: this.#cwd });
      ArrayPrototypeForEach(found, (name) => {
        const path = join(this.#cwd, name);
        if (this.#isWanted(pathToFileURL(path).href)) add(path, undefined);
      });
    }
    ArrayPrototypeSort(files, (a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
    const totals = emptyTotals();
    ArrayPrototypeForEach(files, (file) => {
      ArrayPrototypeForEach(KINDS, (kind) => {
        totals[`total${kind}Count`] += file[`total${kind}Count`];
        totals[`covered${kind}Count`] += file[`covered${kind}Count`];
      });
    });
    setPercentages(totals);
    const { line, branch, function: functionMinimum } = this.#config.coverageThresholds;
    return {
      __proto__: null, workingDirectory: this.#cwd, files, thresholds: { __proto__: null, line, branch, function: functionMinimum }, totals,
    };
  }
}

// The complaints about what is below its threshold.
function shortfalls(summary) {
  const complaints = [];
  const check = (name, actual, minimum) => {
    if (actual < minimum) {
      ArrayPrototypePush(complaints, `Error: ${NumberPrototypeToFixed(actual, 2)}% ${name} coverage does not meet threshold of ${minimum}%.`);
    }
  };
  const { thresholds, totals } = summary;
  check('line', totals.coveredLinePercent, thresholds.line);
  check('branch', totals.coveredBranchPercent, thresholds.branch);
  check('function', totals.coveredFunctionPercent, thresholds.function);
  return complaints;
}

module.exports = { Coverage, shortfalls };
