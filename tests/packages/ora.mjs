// A spinner on a stream that is no terminal, and on one that says it is.
import ora, { oraPromise, spinners } from 'ora';
import { PassThrough } from 'node:stream';

const collect = () => { const stream = new PassThrough(); stream.text = ''; stream.on('data', (part) => { stream.text += part; }); return stream; };
const plain = collect();
const spinner = ora({ text: 'working', stream: plain, isEnabled: false, discardStdin: false }).start();
spinner.text = 'still';
spinner.succeed('done');
ora({ stream: plain, isEnabled: false }).fail('failed').warn('careful').info('by the way').stopAndPersist({ symbol: '*', text: 'kept' });
console.log(plain.text);
const terminal = collect();
Object.assign(terminal, { isTTY: true, columns: 80, cursorTo() {}, clearLine() {}, moveCursor() {} });
const fancy = ora({ text: 'spin', spinner: 'line', stream: terminal, isEnabled: true, discardStdin: false, color: 'red', interval: 10, hideCursor: false }).start();
await new Promise((resolve) => setTimeout(resolve, 100));
fancy.succeed('spun');
console.log(fancy.isSpinning, terminal.text.includes('spin'), terminal.text.includes('spun'), Object.keys(spinners).length > 50);
console.log(await oraPromise(Promise.resolve(42), { stream: plain, isEnabled: false, text: 'promise' }));
