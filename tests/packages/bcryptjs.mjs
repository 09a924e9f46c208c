// Hashes made, compared, in both ways.
import bcrypt from 'bcryptjs';

const salt = '$2b$04$abcdefghijklmnopqrstuu';
console.log(bcrypt.hashSync('secret', salt), bcrypt.compareSync('secret', bcrypt.hashSync('secret', 4)), bcrypt.compareSync('other', bcrypt.hashSync('secret', salt)));
const hash = await bcrypt.hash('pässword ✓', 5);
console.log(hash.length, hash.slice(0, 7), await bcrypt.compare('pässword ✓', hash), bcrypt.getRounds(hash), bcrypt.truncates('x'.repeat(73)));
console.log(await bcrypt.hash('x', salt, () => {}) ?? 'callback', await bcrypt.compare('x', 'not a hash'));
try { bcrypt.hashSync('x', '$1$bad'); } catch (error) { console.log(error.message); }
