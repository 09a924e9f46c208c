// compare: --loops=node,node10
console.log('one');
console.error('two');
process.stdout.write('thr');
process.stdout.write('ee\n');
process.exitCode = 3;
