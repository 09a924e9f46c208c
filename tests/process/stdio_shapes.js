// stdout, stderr and stdin as pipes.
console.log(process.stdout.fd, process.stderr.fd, process.stdin.fd);
console.log(process.stdout.isTTY, process.stdout.writable, process.stdout.columns);
console.log(process.stdout.write('written\n'));
process.stdout.write('with callback\n', () => console.log('callback'));
process.stdout.write(Buffer.from('buffer\n'));
process.stdout.write('6865780a', 'hex');
try {
  process.stdout.write(5);
} catch (error) {
  console.log(error.code);
}
console.error('to stderr');
