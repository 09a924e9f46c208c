// Levels, children, serialisers, redaction, a destination file and a transport in a worker.
import pino from 'pino';
import { readFileSync } from 'node:fs';

const base = { base: undefined, timestamp: false };
const options = { ...base, level: 'debug', redact: ['secret', 'user.password'], serializers: { user: (user) => ({ ...user, seen: true }) } };
// Without it lines are written by the pool, beside those of the console.
const logger = pino(options, pino.destination({ dest: 1, sync: true }));
logger.info('plain');
logger.debug({ a: 1, secret: 'x' }, 'with %d and %s', 5, 'text');
logger.child({ module: 'm' }).warn({ user: { name: 'n', password: 'p' } }, 'child');
logger.trace('not shown');
const error = new TypeError('broken');
error.stack = 'the stack';
logger.error(error);
console.log(logger.isLevelEnabled('trace'), logger.levels.labels[30]);
const file = pino(base, pino.destination({ dest: 'sync.log', sync: true }));
file.fatal({ x: [1, 2] }, 'to a file');
console.log(readFileSync('sync.log', 'utf8'));
const transport = pino.transport({ target: 'pino/file', options: { destination: 'worker.log' } });
const threaded = pino(base, transport);
// The thread does not keep the program alive.
const alive = setInterval(() => {}, 1000);
threaded.info('through a worker');
await new Promise((resolve) => threaded.flush(resolve));
const closed = new Promise((resolve) => transport.on('close', resolve));
transport.end();
await closed;
clearInterval(alive);
console.log(readFileSync('worker.log', 'utf8'));
