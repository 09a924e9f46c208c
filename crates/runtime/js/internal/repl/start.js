// The interactive mode of the command.
'use strict';

const { NumberIsNaN } = primordials;

const DEFAULT_HISTORY_SIZE = 1000;

// A text given with --eval runs before the first line is read, in the scope of the lines.
function start(source) {
  const { kStandalone, REPLServer } = require('internal/repl/server');
  const { env } = process;
  if (internalBinding('options').entry.inputType !== undefined) {
    process.stderr.write('Cannot specify --input-type for REPL\n');
    process.exit(1);
  }
  // A mode of its own, as in Node: strict, or as scripts are.
  const { REPL_MODE_SLOPPY, REPL_MODE_STRICT } = require('internal/repl/server');
  const replMode = env.NODE_REPL_MODE?.toLowerCase().trim() === 'strict' ? REPL_MODE_STRICT : REPL_MODE_SLOPPY;
  const isDisabled = env.NODE_NO_READLINE !== undefined && env.NODE_NO_READLINE !== '' && Number(env.NODE_NO_READLINE) !== 0;
  const size = Number(env.NODE_REPL_HISTORY_SIZE);
  // Programs that read the welcome know Node's.
  const name = process.stdout.isTTY ? `Roundel ${process.versions.roundel} (Node.js ${process.version})` : `Node.js ${process.version}`;
  console.log(`Welcome to ${name}.\nType ".help" for more information.`);
  const server = new REPLServer({
    [kStandalone]: true,
    useGlobal: true,
    breakEvalOnSigint: true,
    ignoreUndefined: false,
    historySize: !NumberIsNaN(size) && size > 0 ? size : DEFAULT_HISTORY_SIZE,
    terminal: isDisabled ? false : undefined,
    preview: true,
    replMode,
  });
  require('repl').repl = server;
  server.defineCommand('loop', {
    help: 'Show what the loop has queued and what keeps it alive',
    action() {
      require('internal/repl/loop_report').show(this);
    },
  });
  server.on('exit', () => process.exit());
  if (source !== undefined) {
    // The module is that of the lines, also after the text.
    const { module, require: requireOfLines } = globalThis;
    require('internal/modules/run_main').runEval(source, { __proto__: null, print: false });
    globalThis.module = module;
    globalThis.require = requireOfLines;
  }
  // Who sets an empty name knows what it means.
  if (server.terminal && env.NODE_REPL_HISTORY !== '') server.setupHistory(env.NODE_REPL_HISTORY, (error) => { if (error) throw error; });
}

module.exports = { start };
