// A JSON file that does not parse: SyntaxError, with the file's name before the engine's words.
const path = require('node:path');
try {
  require('./fixtures/bad.json');
} catch (error) {
  console.log(error.name, error.message.startsWith(path.join(__dirname, 'fixtures/bad.json: ')));
}
