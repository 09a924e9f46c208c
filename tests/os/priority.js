// Priorities: what is refused, and a change that is seen.
'use strict';
const os = require('os');
const attempts = [
  () => os.setPriority(), () => os.setPriority(1, 'a'), () => os.setPriority('a', 1), () => os.setPriority(100), () => os.setPriority(-21),
  () => os.setPriority(-1, 1), () => os.setPriority(2 ** 22 + 1, 1), () => os.getPriority('x'), () => os.getPriority(2 ** 22 + 1),
  () => os.getPriority(-1), () => os.getPriority(1.5),
];
for (const attempt of attempts) {
  try {
    console.log(attempt());
  } catch (error) {
    console.log(error.name, error.code, error.message, error.info, error.errno, error.syscall);
  }
}
console.log(os.getPriority() === os.getPriority(process.pid));
os.setPriority(os.constants.priority.PRIORITY_LOW);
console.log(os.getPriority(), os.getPriority(0), os.getPriority(process.pid));
