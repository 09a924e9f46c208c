// A native addon: hashes made and verified, on the pool and at once.
import { compare, compareSync, genSaltSync, hash, hashSync, parseOptions, verify } from '@node-rs/bcrypt';

const made = await hash('pässword ✓', { cost: 5 });
console.log(made.length, made.slice(0, 7), await compare('pässword ✓', made), await verify('other', made), parseOptions(made));
console.log(compareSync('secret', hashSync('secret', { cost: 4 })), genSaltSync({ cost: 6 }).slice(0, 7));
console.log(compareSync('secret', '$2b$04$abcdefghijklmnopqrstuuSeP6vWn1yzK2mVwcCq7SHjFvzVxQwGK'));
const all = await Promise.all(Array.from({ length: 8 }, (_, i) => hash(`p${i}`, { cost: 4 })));
console.log(all.every((one, i) => compareSync(`p${i}`, one)));
for (const options of [{ cost: 99 }, 4, null]) {
  try { hashSync('x', options); } catch (error) { console.log(error.name, error.code, error.message); }
}
await compare('x', 'not a hash').then(console.log, (error) => console.log(error.name, error.message));
