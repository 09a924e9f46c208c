// The entry: what the command line asked to run, in the order Node runs it.
'use strict';

const { ArrayPrototypeConcat } = primordials;

const { entry, requires, imports, isWorker, values } = internalBinding('options');

// Preloads with --require come first and are synchronous; --import comes after them and is awaited
// before the entry runs.
function run() {
  if (isWorker) {
    const { given: { hooks } } = require('internal/worker/inside');
    if (hooks !== undefined) {
      require('internal/modules/hooks_thread').start(hooks);
      return;
    }
  }
  const loader = require('internal/modules/run_main');
  if (values['--disallow-code-generation-from-strings']) {
    internalBinding('vm').forbidEval(undefined, 'Code generation from strings disallowed for this context');
  }
  // What is loaded before the program sees its file as the program will.
  if (requires.length + imports.length > 0 && entry.kind === 'file') loader.completePath(entry.path);
  for (let i = 0; i < requires.length; i++) loader.preloadRequire(requires[i]);
  registerLoaders();
  if (imports.length === 0) {
    runEntry(loader);
    return;
  }
  loader.preloadImports(imports, () => runEntry(loader));
}

// --experimental-loader, under both of its names.
function registerLoaders() {
  const { '--experimental-loader': loaders = [], '--loader': more = [] } = values;
  if (loaders.length + more.length === 0) return;
  require('internal/modules/register').registerLoaders(ArrayPrototypeConcat(loaders, more));
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
