// Commands with templates, pipes, input, lines, errors, timeouts and messages.
import { execa, execaSync, $, execaNode, parseCommandString } from 'execa';
import { writeFileSync } from 'node:fs';

console.log((await execa('echo', ['one two'])).stdout, execaSync('printf', ['a\\nb']).stdout);
const name = 'with space';
console.log((await $`echo ${name} ${['x', 'y']}`).stdout);
console.log((await execa({ input: 'b\na\n', lines: true })`sort`).stdout);
console.log((await $`printf ${'3\\n1\\n2\\n'}`.pipe`sort`.pipe`head -n 1`).stdout);
const failed = await execa('sh', ['-c', 'echo out; echo err >&2; exit 3']).catch((error) => error);
console.log(failed.name, failed.exitCode, failed.stdout, failed.stderr, failed.shortMessage, failed.failed);
const missing = await execa('no-such-command').catch((error) => error);
console.log(missing.code, missing.shortMessage);
const late = await execa('sleep', ['10'], { timeout: 50 }).catch((error) => error);
console.log(late.timedOut, late.signal, late.isTerminated);
const control = new AbortController();
setTimeout(() => control.abort(), 20);
const cancelled = await execa('sleep', ['10'], { cancelSignal: control.signal }).catch((error) => error);
console.log(cancelled.isCanceled);
const lines = [];
for await (const line of execa('printf', ['1\\n2\\n3'])) lines.push(line);
console.log(lines, parseCommandString('a b\\ c'));
writeFileSync('child.mjs', 'import { getOneMessage, sendMessage } from "execa"; await sendMessage({ got: await getOneMessage() });');
const child = execaNode({ ipc: true })('child.mjs');
await child.sendMessage('hello');
console.log(await child.getOneMessage());
await child;
console.log((await execa({ all: true })('sh', ['-c', 'echo a; echo b >&2'])).all.split('\n').sort(), (await execa('node', ['-p', '1+1'])).stdout);
function* upper(line) { yield line.toUpperCase(); }
console.log((await execa({ stdout: upper })`echo shout`).stdout, (await execa({ encoding: 'buffer' })`printf ab`).stdout);
