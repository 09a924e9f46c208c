// Presets, an own plugin, a traversal, generated code and source maps.
const babel = require('@babel/core');

const code = 'class A { #x = 1; static y = 2; get x() { return this.#x ?? 3; } async *f() { yield* [1, ...this.g?.()]; } }\nconst { a, ...rest } = b;\nexport default `t${a}`;\n';
const options = { presets: [['@babel/preset-env', { targets: 'ie 11', modules: 'commonjs' }]], configFile: false, babelrc: false };
console.log(babel.transformSync(code, options).code);
const plugin = ({ types: t }) => ({ visitor: { Identifier(path) { if (path.node.name === 'foo') path.node.name = 'bar'; }, NumericLiteral(path) { path.replaceWith(t.stringLiteral(String(path.node.value))); path.skip(); } } });
const { code: out, map } = babel.transformSync('foo(1, foo.x, { foo: 2 });', { plugins: [plugin], configFile: false, sourceMaps: true, filename: 'x.js' });
console.log(out, map.mappings, map.sources.length);
const ast = babel.parseSync('let x = y => z; function f() { return x }', { configFile: false });
const names = [];
babel.traverse(ast, { Scope(path) { names.push(Object.keys(path.scope.bindings).join()); } });
console.log(names);
console.log(babel.template.statements.ast`const a = ${babel.types.numericLiteral(1)};`.length);
babel.transformAsync('a |> b', { configFile: false }).catch((error) => console.log(error.name, error.code, error.reasonCode));
