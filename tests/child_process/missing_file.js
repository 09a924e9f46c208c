// A file that is not there: its pipes end and close like those of a child that has gone, and 'close' comes after them.
const { spawn } = require('child_process');

for (const stdio of ['pipe', 'ignore', 'inherit', ['pipe', 'ignore', 'pipe']]) {
  const child = spawn('/nowhere/missing', { stdio });
  const say = (...words) => console.log(JSON.stringify(stdio), ...words);
  child.on('error', () => {
    say('error');
    process.nextTick(say, 'error tick');
    Promise.resolve().then(() => say('error promise'));
    setImmediate(say, 'error immediate');
  });
  for (const name of ['stdin', 'stdout', 'stderr']) {
    child[name]?.on('end', () => say(name, 'end'));
    child[name]?.on('close', () => say(name, 'close'));
  }
  child.on('exit', () => say('exit'));
  child.on('close', (code, signal) => {
    say('close', code, signal);
    Promise.resolve().then(() => say('close promise'));
  });
  process.nextTick(say, 'first tick');
  setImmediate(say, 'immediate');
}
