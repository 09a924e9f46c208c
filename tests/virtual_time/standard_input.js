// Standard input is read to its end while timers wait.
// @roundel-flags --virtual-time
// @stdin first\nsecond\n
'use strict';
setTimeout(() => console.log('timeout'), 1000);
let text = '';
process.stdin.setEncoding('utf8').on('data', (chunk) => { text += chunk; });
process.stdin.on('end', () => console.log(JSON.stringify(text)));
