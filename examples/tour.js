// A tour of the event loop. Every stop shows a few lines of code, runs them, and prints what ran in
// which phase, as it happens. Runs on Roundel and on Node, with the same output.
'use strict';

const fs = require('node:fs');

const colours = process.stdout.isTTY && !process.env.NO_COLOR;
const paint = (code) => (text) => (colours ? `\u001b[${code}m${text}\u001b[0m` : text);
const bold = paint('1');
const faint = paint('2');
const phases = {
  script: paint('37'),
  tick: paint('35'),
  job: paint('36'),
  timers: paint('33'),
  poll: paint('34'),
  check: paint('32'),
  exit: paint('31'),
};

// One line of what happened: the phase, and what ran in it.
function mark(phase, text) {
  console.log(`  ${phases[phase](phase.padStart(7))} ${faint('|')} ${text}`);
}

// Holds the loop for a while, as a slow piece of code would.
function burn(ms) {
  const until = Date.now() + ms;
  while (Date.now() < until);
}

const stops = [
  {
    title: 'The script comes first, then two queues, then the loop',
    words: `A script runs to its end before anything it scheduled. Then the ticks run, then the
promise jobs, and only then does the loop take its first turn.`,
    code(next) {
      setImmediate(() => { mark('check', 'setImmediate'); next(); });
      Promise.resolve().then(() => mark('job', 'promise.then'));
      process.nextTick(() => mark('tick', 'process.nextTick'));
      queueMicrotask(() => mark('job', 'queueMicrotask'));
      mark('script', 'the end of the script');
    },
  },
  {
    title: 'The queues are emptied after every callback',
    words: `Not after every phase: each timer is followed by the ticks and jobs it left behind.
(Up to Node 10 all due timers ran first. Old articles show that order.)`,
    code(next) {
      for (const n of [1, 2]) {
        setTimeout(() => {
          mark('timers', `timer ${n}`);
          Promise.resolve().then(() => mark('job', `job of timer ${n}`));
          process.nextTick(() => mark('tick', `tick of timer ${n}`));
          if (n === 2) setImmediate(next);
        }, 1);
      }
    },
  },
  {
    title: 'Ticks before jobs, again and again until both are empty',
    words: `A tick queued by a job waits for the other jobs; then the ticks have their turn again.`,
    code(next) {
      Promise.resolve()
        .then(() => {
          mark('job', 'first');
          process.nextTick(() => mark('tick', 'queued by the first job'));
        })
        .then(() => mark('job', 'second, before that tick'));
      setImmediate(next);
    },
  },
  {
    title: 'From a file callback, setImmediate always beats setTimeout',
    words: `A finished read is reported in the poll phase. Check comes right after poll; timers come
later in the turn. From the main script the same two race: either may win.`,
    code(next) {
      fs.readFile(__filename, () => {
        mark('poll', 'the file is read');
        setTimeout(() => { mark('timers', 'setTimeout 0'); next(); }, 0);
        setImmediate(() => mark('check', 'setImmediate'));
      });
    },
  },
  {
    title: 'An immediate queued by an immediate waits for the next turn',
    words: `The check phase takes the queue as it finds it. So a chain of immediates lets timers and
files in between, and a chain of ticks does not.`,
    code(next) {
      setImmediate(() => {
        mark('check', 'turn 1: first');
        setTimeout(() => mark('timers', 'between the turns'), 1);
        setImmediate(() => { mark('check', 'turn 2: queued by the first'); next(); });
        burn(5);
      });
      setImmediate(() => mark('check', 'turn 1: second'));
    },
  },
  {
    title: 'Ticks can starve the loop',
    words: `The loop does not go on while there are ticks. A thousand of them run before a timer that
was due long ago; \`roundel --warn-blocked=50\` would name the function that does it.`,
    code(next) {
      let ticks = 0;
      setTimeout(() => { mark('timers', `at last, after ${ticks} ticks`); next(); }, 1);
      (function again() {
        ticks += 1;
        if (ticks < 1000) process.nextTick(again);
        else { burn(5); mark('tick', 'the thousandth'); }
      })();
    },
  },
  {
    title: 'A timer is a threshold, not an appointment',
    words: `Two timers are due after 5 and 10 ms, but the code holds on to the loop for 30. Both run
late, in one pass, in the order they were due.`,
    code(next) {
      setTimeout(() => { mark('timers', 'the 10 ms timer'); next(); }, 10);
      setTimeout(() => mark('timers', 'the 5 ms timer'), 5);
      burn(30);
      mark('script', 'lets go after 30 ms');
    },
  },
  {
    title: 'await is a promise job',
    words: `The code after an await is a job: it runs when the current callback is over, after the
ticks, before anything else of the loop.`,
    code(next) {
      async function task() {
        mark('script', 'task, before await');
        await null;
        mark('job', 'task, after await');
      }
      task();
      process.nextTick(() => mark('tick', 'before the rest of the task'));
      mark('script', 'the caller goes on');
      setImmediate(next);
    },
  },
  {
    title: 'The end: nothing is alive',
    words: `When no timer, no file and no socket is left, the process says beforeExit, which may give
the loop new work, and then exit. After that the loop never turns again.`,
    code() {
      let revived = false;
      process.on('beforeExit', () => {
        mark('exit', revived ? 'beforeExit again' : 'beforeExit: one more timer, please');
        if (!revived) setTimeout(() => mark('timers', 'the extra timer'), 1);
        revived = true;
      });
      process.on('exit', (code) => {
        mark('exit', `exit with code ${code}`);
        setTimeout(() => mark('timers', 'this never runs'), 0);
        console.log(`\n${faint('More to read: docs/loop.md. More to run: the other files in examples/.')}`);
      });
    },
  },
];

// The source of each stop, read from this file, without the method around it and its indentation.
const bodies = [...fs.readFileSync(__filename, 'utf8').matchAll(/^ {4}code\(\w*\) \{\n(.*?)^ {4}\},\n/gms)];

function source(index) {
  const lines = bodies[index][1].trimEnd().split('\n');
  const indent = Math.min(...lines.map((line) => line.search(/\S/)));
  return lines.map((line) => `    ${faint(line.slice(indent))}`).join('\n');
}

function visit(index) {
  const stop = stops[index];
  console.log(`\n${bold(`${index + 1}. ${stop.title}`)}\n`);
  console.log(stop.words);
  console.log(`\n${source(index)}\n`);
  // Every stop begins in an immediate of its own, so that nothing of the one before is left.
  stop.code(() => setImmediate(visit, index + 1));
}

console.log(`${bold('A tour of the event loop')}

   the script
       |           after every callback: all ticks, then all promise jobs
       v
   ${phases.timers('timers')} --> ${phases.poll('poll')} --> ${phases.check('check')} --> closing --> ${phases.timers('timers')} --> (still alive?)
                ^                                          |
                +---------------------- yes ---------------+--- no --> ${phases.exit('exit')}`);
visit(0);
