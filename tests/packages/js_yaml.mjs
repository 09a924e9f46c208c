// Loading and dumping, all documents, types of its own, errors.
import * as yaml from 'js-yaml';

console.log(yaml.load('a: 1\nb:\n  - x\n  - {y: 2}\nc: |\n  text\nd: 2020-01-01T00:00:00Z\nf: &x {k: v}\ng:\n  <<: *x\n  l: 1\n'));
const all = [];
yaml.loadAll('a: 1\n---\n- b\n', (one) => all.push(one));
console.log(all);
console.log(yaml.dump({ z: [1, 'two', null, true], a: { deep: { er: 'x: y' } }, long: 'word '.repeat(30), multi: 'a\nb\n', date: new Date(0) }, { sortKeys: true, lineWidth: 60 }));
for (const bad of ['a: b: c', '[1, 2', 'a: *none', '\tx: 1']) {
  try { yaml.load(bad); } catch (error) { console.log(error.name, error.reason, error.mark?.line, error.mark?.column); }
}
