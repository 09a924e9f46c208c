// Standard input as a stream of text.
// @stdin first line\nsecond line\n
let text = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (chunk) => {
  text += chunk;
});
process.stdin.on('end', () => console.log(JSON.stringify(text)));
