// How workers end: by themselves, by exit, by an error, from outside in the middle of anything.
const { Worker } = require('worker_threads');

function run(source, options) {
  return new Promise((resolve) => {
    const log = [];
    const worker = new Worker(source, { eval: true, ...options });
    worker.on('error', (error) => log.push(`error ${error?.name}: ${error?.message} ${error?.code} ${error instanceof Error}`));
    worker.on('message', (message) => log.push(`message ${message}`));
    worker.on('exit', (code) => resolve([...log, `exit ${code}`].join('; ')));
    options?.then?.(worker);
  });
}

async function main() {
  console.log(await run('1'));
  console.log(await run('process.exitCode = 3'));
  console.log(await run('process.exit(4)'));
  console.log(await run('process.on("exit", () => process.exit(9)); process.exit(4)'));
  console.log(await run('throw new RangeError("thrown")'));
  console.log(await run('throw Object.assign(new Error("with code"), { code: "E_CODE" })'));
  console.log(await run('Promise.reject(new TypeError("rejected"))'));
  console.log(await run('setTimeout(() => { throw new SyntaxError("late"); }, 1)'));
  console.log(await run('throw null'));
  console.log(await run('process.on("uncaughtException", (e) => { require("worker_threads").parentPort.postMessage(e.message); process.exit(2); }); throw new Error("caught")'));
  console.log(await run('require("worker_threads").parentPort.on("message", () => {})', { then: (worker) => worker.once('online', () => setTimeout(() => worker.terminate(), 20)) }));
  console.log(await run('for (;;);', { then: (worker) => worker.once('online', () => worker.terminate()) }));
  console.log(await run('(function f() { Promise.resolve().then(f); })()', { then: (worker) => worker.once('online', () => worker.terminate()) }));
  console.log(await run('(function f() { process.nextTick(f); })()', { then: (worker) => worker.once('online', () => worker.terminate()) }));
  console.log(await run('1', { then: (worker) => worker.terminate() }));
  const worker = new Worker('setInterval(() => {}, 1000)', { eval: true });
  console.log(await Promise.all([worker.terminate(), worker.terminate()]), await worker.terminate());
  const unreferenced = new Worker('setInterval(() => {}, 1000)', { eval: true });
  unreferenced.unref();
  unreferenced.on('exit', () => console.log('never'));
}
main();
