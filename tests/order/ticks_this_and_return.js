// A tick's return value is ignored; a function is demanded.
console.log(process.nextTick(() => 'ignored'));
for (const wrong of [undefined, null, 'text', {}, 5]) {
  try {
    process.nextTick(wrong);
  } catch (error) {
    console.log(error.code, error.message);
  }
}
