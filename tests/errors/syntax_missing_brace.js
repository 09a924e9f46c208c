// @exit 1
function open() {
  if (true) {
    console.log('never printed');
}
