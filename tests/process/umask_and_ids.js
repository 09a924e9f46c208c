// umask and user ids.
const old = process.umask(0o077);
console.log(process.umask(), process.umask('0022'), process.umask(old), process.umask() === old);
for (const wrong of ['9', {}, -1, 2 ** 33]) {
  try {
    process.umask(wrong);
  } catch (error) {
    console.log(error.code);
  }
}
console.log([process.getuid, process.geteuid, process.getgid, process.getegid].map((f) => Number.isInteger(f())));
console.log(Array.isArray(process.getgroups()));
