// The entry: what the command line asked to run, in the order Node runs it.
'use strict';

const { entry, requires, imports } = internalBinding('options');

// Preloads with --require come first and are synchronous; --import comes after them and is awaited
// before the entry runs.
function run() {
  const loader = require('internal/modules/run_main');
  for (let i = 0; i < requires.length; i++) loader.preloadRequire(requires[i]);
  if (imports.length === 0) {
    runEntry(loader);
    return;
  }
  loader.preloadImports(imports, () => runEntry(loader));
}

function runEntry(loader) {
  switch (entry.kind) {
    case 'file':
      loader.runMain(entry.path);
      break;
    case 'check':
      loader.checkSyntax(entry.path);
      break;
    case 'eval':
      loader.runEval(entry.source, { __proto__: null, print: entry.print, inputType: entry.inputType, name: entry.name });
      break;
    case 'url':
      loader.runUrl(entry.url);
      break;
    case 'interactive':
      require('internal/repl/start').start(entry.source);
      break;
    case 'stdin':
      loader.runStdin(entry.inputType);
      break;
    case 'tests':
      require('internal/test_runner/run').runFromCommandLine();
      break;
    case 'watched':
      require('internal/watch/program').watchProgram(entry.path);
      break;
    default:
      throw new Error(`unknown entry: ${entry.kind}`);
  }
}

module.exports = { run };
