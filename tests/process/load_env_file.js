// process.loadEnvFile and util.parseEnv.
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { parseEnv } = require('node:util');
const file = path.join(os.tmpdir(), `env-${process.pid}`);
fs.writeFileSync(file, '# c\nLOADED="a\\nb"\nexport PATH=never\nPLAIN= x # y\n');
process.loadEnvFile(file);
fs.unlinkSync(file);
console.log(JSON.stringify(process.env.LOADED), process.env.PATH === 'never', process.env.PLAIN);
console.log({ ...parseEnv("A=1\nB='2'\n#C=3\nD=`4`") });
try {
  process.loadEnvFile('/no/such/file');
} catch (error) {
  console.log(error.code);
}
try {
  process.loadEnvFile(5);
} catch (error) {
  console.log(error.code, error.message);
}
