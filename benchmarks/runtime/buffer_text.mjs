// Buffers of text of 100 bytes made, put together, searched and read as text: nanoseconds a turn.
import { Buffer } from 'node:buffer';

const count = 100_000;
const text = 'the quick brown fox jumps over the lazy dog; '.repeat(3).slice(0, 100);

function turn(times) {
  let sum = 0;
  for (let i = 0; i < times; i++) {
    const whole = Buffer.concat([Buffer.from(text), Buffer.from(text, 'latin1')]);
    sum += whole.indexOf('lazy', 100) + whole.toString('utf8').length + whole.toString('base64').length;
  }
  if (sum !== times * (135 + 200 + 268)) throw new Error(`a buffer differs: ${sum / times}`);
}

turn(10_000);
const started = performance.now();
turn(count);
console.log(((performance.now() - started) * 1e6) / count);
