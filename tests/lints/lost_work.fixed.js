// A heartbeat may be unref'd: nobody waits for it.
setInterval(() => {}, 1000).unref();
async function flush() {
  await new Promise((resolve) => setTimeout(resolve, 20));
  console.log('flushed');
}
flush();
