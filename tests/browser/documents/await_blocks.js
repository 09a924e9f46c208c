// `await` leaves the function, not the thread: the script goes on at once.
async function work() {
  console.log('before await');
  await null;
  console.log('after await');
}
work();
console.log('end of script');
