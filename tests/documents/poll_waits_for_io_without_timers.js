// Without a timer poll waits for as long as something is under way, and the process lives by it.
const { exec } = require('child_process');
exec('sleep 0.2; echo done', (error, stdout) => console.log('child:', stdout.trim()));
process.on('beforeExit', () => console.log('nothing left'));
console.log('end of script');
