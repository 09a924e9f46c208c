// What comes through a channel as it was cut by whoever wrote it: messages in one piece and in many, characters that are
// cut in the middle, a line that is no JSON, an empty one, one that never ends. The writer is a shell, which knows nothing
// of messages. It writes on when it is told to.
'use strict';

const { spawn } = require('child_process');

const pieces = [
  '{"a":1}\\n{"b":2}\\n',
  '{"c":',
  '3}',
  '\\n"h\\303',
  '\\251 \\342\\202',
  '\\254 \\360\\237\\230\\200"\\n',
  '"\\377 is no character"\\n',
  '[1]\\nno JSON\\n[2]\\n',
  '"after"\\n',
  '[3]\\n\\n',
  '"after the empty line"\\n"begun',
];
const script = `${pieces.map((piece) => `printf '${piece}' >&3; read -r x`).join('\n')}\n`;

process.on('uncaughtException', (error) => console.log('uncaught', error.name));

const child = spawn('sh', ['-c', script], { stdio: ['pipe', 'inherit', 'inherit', 'ipc'] });
child.on('message', (message) => console.log('message', JSON.stringify(message)));
child.on('disconnect', () => console.log('disconnect'));
child.on('exit', (code) => console.log('exit', code));

// Every piece is read before the next is asked for.
let asked = 0;
const timer = setInterval(() => {
  console.log('piece', ++asked);
  child.stdin.write('go\n');
  if (asked === pieces.length) clearInterval(timer);
}, 50);
