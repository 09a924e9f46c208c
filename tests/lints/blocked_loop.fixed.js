// The same work in parts, with the loop in between.
function compute(parts) {
  const end = Date.now() + 10;
  while (Date.now() < end);
  if (parts > 1) setImmediate(compute, parts - 1);
}
setTimeout(compute, 1, 12);
