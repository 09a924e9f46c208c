// File URLs and paths: hosts, escapes that are none, escapes that are no UTF-8.
const fs = require('fs');
const { fileURLToPath, pathToFileURL } = require('url');
const attempt = (work) => {
  try {
    console.log(work());
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
};
const urls = [
  'file://host/a', 'file://localhost/a', 'file:///a%', 'file:///a%2', 'file:///a%zz', 'file:///a%2f', 'file:///a%2Fb', 'file:///a%5c',
  'file:///%e0%a4', 'file:///%ff', 'file:///a%20b?q#h', 'file:///a%25', 'http://a/b', 'file:///a\ud800', 'file:', 'data:,',
];
for (const url of urls) {
  attempt(() => fileURLToPath(url));
  attempt(() => fileURLToPath(new URL(url)));
  attempt(() => fs.readFileSync(new URL(url)));
  attempt(() => fs.existsSync(new URL(url)));
}
for (const path of ['/a b', '/%', '/a%20b', '/a#b?c', '/é', '/\ud800', '/a\nb', '/a/']) attempt(() => pathToFileURL(path).href);
