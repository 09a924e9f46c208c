// Comparisons, ranges, increments, coercion.
const semver = require('semver');

console.log(semver.valid('v1.2.3'), semver.valid('a.b.c'), semver.clean('  =v1.2.3   '), semver.parse('1.2.3-beta.4+build').prerelease);
console.log(['1.10.0', '1.2.0', '1.2.0-alpha', '2.0.0-rc.1'].sort(semver.compare), semver.rsort(['0.1.0', '0.10.0']), semver.diff('1.0.0', '1.1.0'));
for (const range of ['^1.2.3', '~1.2', '>=1 <2 || 3.x', '1.2 - 2.3.4', '*', '^0.0.3', '>=1.2.3-0']) console.log(range, new semver.Range(range).range, ['1.2.3', '1.9.0', '2.0.0', '3.1.4', '1.2.3-beta', '0.0.3'].filter((v) => semver.satisfies(v, range)));
console.log(['major', 'minor', 'patch', 'premajor', 'prerelease'].map((kind) => semver.inc('1.2.3', kind, 'beta')), semver.coerce('version 42.6.7.9 of it').version, semver.minVersion('>1.0.0').version);
console.log(semver.maxSatisfying(['1.2.3', '1.3.0', '2.0.0'], '^1'), semver.intersects('^1.2', '<1.3'), semver.subset('~1.2', '^1'), semver.outside('3.0.0', '^1', '>'), semver.simplifyRange(['1.0.0', '1.1.0', '1.2.0'], '1.0.0 || 1.1.0 || 1.2.0'));
try { new semver.SemVer('x'); } catch (error) { console.log(error.name, error.message); }
