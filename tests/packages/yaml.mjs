// Documents parsed, kept with their comments, changed, written; anchors, tags, errors.
import YAML, { parseDocument, parseAllDocuments, Document, visit, LineCounter } from 'yaml';

const text = '# head\na: 1\nb: [x, "y", 3.5, null, true]\nc: &anchor\n  d: |\n    block\n    text\n  e: >-\n    folded\n    text\nf: *anchor\n"g h": 2020-01-01\nbin: !!binary aGk=\nset: !!set {q}\n';
console.log(YAML.parse(text));
const document = parseDocument(text);
document.set('new', { deep: ['list'] });
document.deleteIn(['c', 'e']);
document.get('c', true).comment = ' noted';
console.log(String(document));
console.log(parseAllDocuments('a: 1\n---\nb: 2\n...\n').map((one) => one.toJS()), YAML.stringify({ text: 'multi\nline', list: [{ a: 1 }, []], date: new Date(0), empty: {}, num: '1', undef: undefined }));
const broken = parseDocument('a: [1\nb: }', { lineCounter: new LineCounter() });
console.log(broken.errors.map(({ code, linePos }) => [code, linePos?.[0]]));
try { YAML.parse('a: *none'); } catch (error) { console.log(error.name, error.message); }
const made = new Document({ k: [1, 2] });
visit(made, { Scalar: (key, node) => { if (node.value === 2) node.value = 'two'; } });
console.log(made.toString({ flowCollectionPadding: false }), YAML.parse('y: yes', { version: '1.1' }));
