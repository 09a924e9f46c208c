// The entry under a browser's loop: a classic script, a module, or an HTML page.
//
// A script is the first script of an otherwise empty page: it runs as one task, and then the page goes through the rest of
// its life. A module is deferred, as `<script type=module>` is: it runs when the page has been parsed.
'use strict';

const { PromisePrototypeThen, StringPrototypeEndsWith, StringPrototypeStartsWith } = primordials;
const { entry, imports, loop, requires } = internalBinding('options');
const binding = internalBinding('modules');
const { isFailure, resolveError, sourceError } = require('internal/modules/failures');
const { pathToUrl } = require('internal/modules/file_url');
const { report } = require('web/window/callbacks');
const location = require('web/window/location');

const JAVASCRIPT = 0;
const TYPESCRIPT = 1;

function run() {
  if (entry.kind === 'check') {
    require('internal/modules/run_main').checkSyntax(entry.path);
    return;
  }
  preload();
  switch (entry.kind) {
    case 'file':
      runFile(require('internal/path/posix').resolve(entry.path));
      break;
    case 'eval':
      runText(entry.source, '[eval]', entry);
      break;
    default:
      runText(readSource('/dev/stdin', '[stdin]'), '[stdin]', entry);
  }
}

function preload() {
  if (requires.length === 0 && imports.length === 0) return;
  throw new Error('--require and --import load modules of Node, and a page has none');
}

function readSource(path, name) {
  const source = binding.readSource(path);
  if (isFailure(source)) throw sourceError(name, path, source);
  return source;
}

function begin(name) {
  location.setEntry(name);
  if (loop.nodeGlobals) require('web/window/node_globals').installFor(location.path());
}

function runFile(path) {
  begin(path);
  if (StringPrototypeEndsWith(path, '.html') || StringPrototypeEndsWith(path, '.htm')) {
    require('web/dom/page').open(path);
    return;
  }
  const format = formatOf(path);
  const language = StringPrototypeEndsWith(format, 'typescript') ? TYPESCRIPT : JAVASCRIPT;
  if (StringPrototypeStartsWith(format, 'module')) {
    runModule(() => require('internal/modules/esm').importMain(pathToUrl(path)));
    return;
  }
  const source = readSource(path, path);
  if (StringPrototypeStartsWith(format, 'ambiguous') && binding.isModuleSyntax(source, language)) {
    runModule(() => require('internal/modules/esm').importMain(pathToUrl(path)));
  } else {
    runScript(source, path, language);
  }
}

// What --entry-type says, or the file's name and its package.
function formatOf(path) {
  const format = binding.format(path);
  if (isFailure(format)) throw resolveError(format);
  return format ?? 'commonjs';
}

function runText(source, name, { inputType, print }) {
  begin(name);
  const language = inputType !== undefined && StringPrototypeEndsWith(inputType, 'typescript') ? TYPESCRIPT : JAVASCRIPT;
  const isModule = inputType === undefined ?
    !print && binding.isModuleSyntax(source, language) : StringPrototypeStartsWith(inputType, 'module');
  if (isModule) runModule(() => require('internal/modules/esm').importText(source, location.href(), language));
  else runScript(source, name, language, print);
}

function runScript(source, name, language, print = false) {
  require('web/dom/page').openScript(() => {
    const result = require('web/window/script').evaluate(source, name, language);
    if (print) require('internal/console/global').log(result);
  });
}

function runModule(start) {
  require('web/dom/page').openModule(() => PromisePrototypeThen(start(), undefined, report));
}

module.exports = { run };
