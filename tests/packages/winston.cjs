// Levels, formats, transports to streams and files, child loggers, exceptions.
const winston = require('winston');
const { Writable } = require('node:stream');
const fs = require('node:fs');

const { combine, json, printf, splat, errors, label, colorize, simple, uncolorize } = winston.format;
const lines = [];
const stream = new Writable({ write(part, _, done) { lines.push(String(part).trim()); done(); } });
const logger = winston.createLogger({
  level: 'verbose',
  format: combine(errors({ stack: false }), splat(), label({ label: 'app' }), json()),
  defaultMeta: { service: 's' },
  transports: [new winston.transports.Stream({ stream }), new winston.transports.File({ filename: 'out.log', level: 'warn' })],
});
logger.info('hello %s', 'world', { extra: 1 });
logger.debug('not shown');
logger.warn({ message: 'an object', deep: { list: [1] } });
const error = new Error('broken');
error.stack = 'the stack';
logger.child({ request: 7 }).error(error);
const other = winston.createLogger({ levels: winston.config.syslog.levels, format: combine(colorize(), simple(), printf(({ level, message }) => `${level}|${message}`), uncolorize()), transports: [new winston.transports.Stream({ stream })] });
other.emerg('syslog');
new winston.transports.Console();
logger.on('finish', () => setTimeout(() => {
  console.log(lines);
  console.log(fs.readFileSync('out.log', 'utf8'));
}, 100));
logger.end();
