// An unref'd timer does not keep the process alive; ref takes it back.
const never = setTimeout(() => console.log('never'), 60_000);
console.log(never.hasRef(), never.unref() === never, never.hasRef());
const back = setTimeout(() => console.log('ref again'), 10).unref();
back.ref();
console.log(back.hasRef());
process.on('exit', () => console.log('exit'));
