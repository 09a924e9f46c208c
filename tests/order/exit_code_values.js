// What process.exitCode takes and refuses.
for (const value of [0, 1, '2', 255, 256, -1, undefined, null, 1.5, 'x', true, {}, NaN]) {
  try {
    process.exitCode = value;
    console.log('ok', process.exitCode);
  } catch (error) {
    console.log(error.code, error.message);
  }
}
process.exitCode = undefined;
