// @exit 1
// @stderr ignore
function down() {
  return [down()];
}
process.on('exit', (code) => console.log('exit', code));
down();
