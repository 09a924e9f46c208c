// The commands that begin with a dot.
'use strict';

const {
  ArrayPrototypeJoin, ArrayPrototypeSort, MathMax, ObjectKeys, StringPrototypePadEnd, StringPrototypeTrim,
} = primordials;

function help(server) {
  const names = ArrayPrototypeSort(ObjectKeys(server.commands));
  let width = 0;
  for (let i = 0; i < names.length; i++) width = MathMax(width, names[i].length);
  let text = '';
  for (let i = 0; i < names.length; i++) {
    const command = server.commands[names[i]];
    text += `.${command.help ? `${StringPrototypePadEnd(names[i], width + 3)}${command.help}` : names[i]}\n`;
  }
  server.output.write(`${text}\nPress Ctrl+C to abort current expression, Ctrl+D to exit the REPL\n`);
  server.displayPrompt();
}

function save(server, file) {
  const { codes: { ERR_MISSING_ARGS } } = require('internal/errors');
  try {
    if (file === '') throw new ERR_MISSING_ARGS('file');
    require('fs').writeFileSync(file, ArrayPrototypeJoin(server.lines, '\n'));
    server.output.write(`Session saved to: ${file}\n`);
  } catch (error) {
    if (error.code === 'ERR_MISSING_ARGS') server.output.write(`${error.message}\n`);
    else server.output.write(`Failed to save: ${file}\n`);
  }
  server.displayPrompt();
}

function load(server, file) {
  const { codes: { ERR_MISSING_ARGS } } = require('internal/errors');
  try {
    if (file === '') throw new ERR_MISSING_ARGS('file');
    const fs = require('fs');
    if (!fs.statSync(file).isFile()) {
      server.output.write(`Failed to load: ${file} is not a valid file\n`);
    } else {
      server._loadText(fs.readFileSync(file, 'utf8'));
      return;
    }
  } catch (error) {
    if (error.code === 'ERR_MISSING_ARGS') server.output.write(`${error.message}\n`);
    else server.output.write(`Failed to load: ${file}\n`);
  }
  server.displayPrompt();
}

function defineCommands(server) {
  server.defineCommand('break', {
    help: 'Sometimes you get stuck, this gets you out',
    action() {
      this.clearBufferedCommand();
      this.displayPrompt();
    },
  });
  server.defineCommand('clear', {
    help: server.useGlobal ? 'Alias for .break' : 'Break, and also clear the local context',
    action() {
      this.clearBufferedCommand();
      if (!this.useGlobal) {
        this.output.write('Clearing context...\n');
        this.resetContext();
      }
      this.displayPrompt();
    },
  });
  server.defineCommand('exit', {
    help: 'Exit the REPL',
    action() {
      this.close();
    },
  });
  server.defineCommand('help', {
    help: 'Print this help message',
    action() {
      help(this);
    },
  });
  server.defineCommand('save', {
    help: 'Save all evaluated commands in this REPL session to a file',
    action(file) {
      save(this, StringPrototypeTrim(file));
    },
  });
  server.defineCommand('load', {
    help: 'Load JS from a file into the REPL session',
    action(file) {
      load(this, StringPrototypeTrim(file));
    },
  });
  if (!server.terminal) return;
  server.defineCommand('editor', {
    help: 'Enter editor mode',
    action() {
      this.editorMode = true;
      this.output.write('// Entering editor mode (Ctrl+D to finish, Ctrl+C to cancel)\n');
    },
  });
}

module.exports = { defineCommands };
