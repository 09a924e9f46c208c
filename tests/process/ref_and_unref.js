// process.ref and process.unref call what the object offers.
const object = { [Symbol.for('nodejs.ref')]() { console.log('ref'); }, [Symbol.for('nodejs.unref')]() { console.log('unref'); } };
process.ref(object);
process.unref(object);
const timer = setTimeout(() => console.log('never'), 1000);
process.unref(timer);
console.log(timer.hasRef());
