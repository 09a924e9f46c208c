// Every turn brings more hashing than the pool does meanwhile.
const crypto = require('node:crypto');
let asked = 0;
function more() {
  if (asked === 3000) process.exit(0);
  asked += 30;
  for (let i = 0; i < 30; i++) crypto.pbkdf2('password', 'salt', 50000, 32, 'sha256', () => {});
  setTimeout(more, 3);
}
more();
