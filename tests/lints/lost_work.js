// The timer is unref'd: nothing keeps the program alive, and what follows the await is lost.
async function flush() {
  await new Promise((resolve) => setTimeout(resolve, 50).unref());
  console.log('never');
}
flush();
