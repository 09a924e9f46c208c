// A bundle of ES and CommonJS modules, JSON and a dynamic import, which then runs.
const webpack = require('webpack');
const fs = require('node:fs');
const { execFileSync } = require('node:child_process');

fs.mkdirSync('src', { recursive: true });
fs.writeFileSync('src/index.js', 'import { used } from "./lib.js";\nimport data from "./data.json";\nconst old = require("./old.cjs");\nconsole.log(used(2), data.list, old.name);\nimport("./lazy.js").then((m) => console.log(m.default));\n');
fs.writeFileSync('src/lib.js', 'export const used = (n) => n * 21;\nexport const unused = () => "shaken away";\n');
fs.writeFileSync('src/old.cjs', 'exports.name = "commonjs";\n');
fs.writeFileSync('src/lazy.js', 'export default "came lazily";\n');
fs.writeFileSync('src/data.json', '{"list":[1,2,3]}');
const build = (mode, extra = {}) => new Promise((resolve, reject) => {
  const compiler = webpack({ mode, context: __dirname, target: 'node', entry: './src/index.js', output: { path: __dirname + '/dist-' + mode, filename: 'main.js' }, devtool: mode === 'production' ? 'source-map' : false, ...extra });
  compiler.run((error, stats) => compiler.close(() => error ? reject(error) : resolve(stats)));
});
(async () => {
  for (const mode of ['development', 'production']) {
    const stats = await build(mode);
    const json = stats.toJson();
    console.log(mode, stats.hasErrors(), json.errors, json.modules.map((m) => m.name).sort(), json.assets.map((a) => [a.name, a.size]));
    console.log(execFileSync(process.execPath, [`dist-${mode}/main.js`], { encoding: 'utf8' }));
    console.log(fs.readFileSync(`dist-${mode}/main.js`, 'utf8').includes('shaken away'), fs.existsSync(`dist-${mode}/main.js.map`));
  }
  const broken = await build('none', { entry: './src/none.js' });
  console.log(broken.toJson().errors.map((e) => e.message.split('\n')[0]));
})();
