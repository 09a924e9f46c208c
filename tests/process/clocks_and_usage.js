// uptime, memoryUsage, cpuUsage, resourceUsage: shapes and plausibility.
console.log(process.uptime() > 0 && process.uptime() < 60);
const memory = process.memoryUsage();
console.log(Object.keys(memory), memory.rss > 1e6, Object.values(memory).every((n) => Number.isInteger(n) && n >= 0));
console.log(process.memoryUsage.rss() > 1e6);
const before = process.cpuUsage();
const begin = Date.now();
while (Date.now() - begin < 30);
const used = process.cpuUsage(before);
console.log(Object.keys(used), used.user + used.system > 5_000);
console.log(Object.keys(process.resourceUsage()));
for (const wrong of [5, {}, { user: -1, system: 0 }, { user: 1 }]) {
  try {
    process.cpuUsage(wrong);
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}
