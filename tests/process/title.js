// The title can be set, as text.
// @flags --title=given
console.log(process.title);
process.title = 'changed';
console.log(process.title);
process.title = 5;
console.log(process.title, typeof process.title);
