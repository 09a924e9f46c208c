// An unref'd timer still fires while something else keeps the loop alive.
setTimeout(() => console.log('unref fired'), 5).unref();
setTimeout(() => console.log('ref fired'), 120);
