// What os tells about the machine, as far as it stays the same from one run to the next.
'use strict';
const os = require('os');
console.log(Object.keys(os));
console.log(os.constants, os.EOL, os.devNull);
console.log(os.type(), os.release(), os.version(), os.machine(), os.platform(), os.arch(), os.endianness(), os.hostname());
console.log(`${os.hostname}` === os.hostname(), `${os.tmpdir}` === os.tmpdir(), +os.totalmem === os.totalmem());
console.log(os.totalmem(), os.availableParallelism(), os.freemem() > 0 && os.freemem() < os.totalmem(), os.uptime() > 0);
console.log(os.loadavg().length, os.loadavg().every((load) => typeof load === 'number'));
console.log(os.cpus().map(({ model, speed, times }) => [model, speed, Object.keys(times), times.user > 0]));
console.log(os.networkInterfaces());
console.log(os.userInfo(), os.userInfo({ encoding: 'buffer' }), os.userInfo({ encoding: 'hex' }));
