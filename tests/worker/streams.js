// What a worker prints and reads.
const { Worker } = require('worker_threads');

async function main() {
  const reading = new Worker(`
    process.stdin.setEncoding('utf8');
    let text = '';
    process.stdin.on('data', (chunk) => { text += chunk; });
    process.stdin.on('end', () => { console.log('read', text); console.error('an error line'); });
  `, { eval: true, stdin: true, stdout: true, stderr: true });
  reading.stdin.write('one ');
  reading.stdin.end('two');
  const collect = async (stream) => {
    let text = '';
    for await (const chunk of stream) text += chunk;
    return text;
  };
  console.log(await Promise.all([collect(reading.stdout), collect(reading.stderr)]));

  const printing = new Worker('for (let i = 0; i < 1000; i++) process.stdout.write("x".repeat(100) + "\\n")', { eval: true, stdout: true });
  console.log((await collect(printing.stdout)).length);

  const plain = new Worker('console.log("from", process.stdout.isTTY, process.stdout.fd, process.stdin.read()); process.stdout.write("ends", () => process.exit(3))', { eval: true });
  plain.on('exit', (code) => console.log('\nexit', code));
}
main();
