// What is told of a stream that ends before anybody has read, by what is listened to and when.
const { Readable } = require('stream');
const tasks = [];
for (const when of ['before','after','tick','immediate']) for (const what of [['readable'],['end'],['readable','end'],['data','end'],['close']]) for (const full of [false,true]) for (const reads of [false,true]) {
  tasks.push(() => new Promise((done) => {
    const log = [];
    const r = new Readable({ read() {} });
    const listen = () => { for (const w of what) r.on(w, () => { log.push(w); if (w === 'readable' && reads) log.push(String(r.read())); }); };
    if (when === 'before') listen();
    if (full) r.push('x');
    r.push(null);
    log.push(r._readableState.emittedReadable, r._readableState.needReadable, r.readableLength);
    process.nextTick(() => log.push('t'));
    Promise.resolve().then(() => log.push('p'));
    if (when === 'after') listen();
    if (when === 'tick') process.nextTick(listen);
    if (when === 'immediate') setImmediate(listen);
    setTimeout(() => { console.log(when, what.join(), full, reads, log.join()); done(); }, 5);
  }));
}
(async () => { for (const t of tasks) await t(); })();
