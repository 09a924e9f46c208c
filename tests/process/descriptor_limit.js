// The soft limit for open descriptors is raised to the hard one, also that of children; where both are low, both stay.
'use strict';
const { execFileSync } = require('child_process');

const say = 'console.log(require("child_process").execFileSync("sh", ["-c", "ulimit -Sn; ulimit -Hn"]).toString().split("\\n"))';
for (const limits of ['ulimit -Hn 800; ulimit -Sn 200', 'ulimit -n 300']) {
  console.log(execFileSync('sh', ['-c', `${limits}; exec "$0" -e '${say}'`, process.execPath]).toString());
}
