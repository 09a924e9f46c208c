// Hashing has all threads of the pool, so that a small file takes a third of a second to read.
const crypto = require('node:crypto');
const fs = require('node:fs');
for (let i = 0; i < 12; i++) crypto.pbkdf2('password', 'salt', 100000, 64, 'sha512', () => {});
fs.readFile(__filename, () => console.log('read'));
