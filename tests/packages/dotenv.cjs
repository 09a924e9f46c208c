// Files of variables: quotes, comments, lines, overrides, several files.
const dotenv = require('dotenv');
const fs = require('node:fs');

fs.writeFileSync('.env', 'PLAIN=value # comment\nQUOTED="two\\nlines"\nSINGLE=\'raw $x \\n\'\nEMPTY=\n SPACED = padded \nexport EXPORTED=yes\nMULTI="first\nsecond"\nHASH="a#b"\nTICK=`b"t`\nHOME=/changed\n');
fs.writeFileSync('.env.local', 'PLAIN=local\nONLY=here\n');
const { parsed, error } = dotenv.config({ quiet: true });
console.log(error, { ...parsed, HOME: undefined }, process.env.PLAIN, process.env.HOME === '/changed');
console.log(dotenv.config({ path: ['.env.local', '.env'], override: true, quiet: true }).parsed.ONLY, process.env.PLAIN, process.env.HOME);
const target = {};
dotenv.populate(target, { A: '1' });
console.log(target, dotenv.parse(Buffer.from('A=1\r\nB: 2\n# no\nC==3')));
console.log(dotenv.config({ path: 'none', quiet: true }).error.code);
