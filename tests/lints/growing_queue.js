// Every millisecond brings more hashing than the pool does in one.
const crypto = require('node:crypto');
const end = Date.now() + 1500;
function more() {
  if (Date.now() > end) process.exit(0);
  for (let i = 0; i < 60; i++) crypto.pbkdf2('password', 'salt', 20000, 32, 'sha256', () => {});
  setTimeout(more, 2);
}
more();
