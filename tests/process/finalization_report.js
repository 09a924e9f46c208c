// process.finalization, process.report, process.threadCpuUsage and the flags that NODE_OPTIONS may have.
// @flags --no-warnings
const told = (call) => {
  try {
    console.log(call());
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
};
const kept = { kept: true };
const dropped = {};
globalThis.alive = [kept, dropped];
process.finalization.register(kept, (object, event) => console.log(object, event));
process.finalization.registerBeforeExit(kept, (object, event) => console.log(object, event));
process.finalization.register(dropped, () => console.log('never'));
process.finalization.unregister(dropped);
told(() => process.finalization.register(5, () => {}));

const report = process.report.getReport();
told(() => [report.header.processId === process.pid, report.header.nodejsVersion === process.version, report.header.reportVersion]);
told(() => [typeof report.header.glibcVersionRuntime, Array.isArray(report.sharedObjects), report.sharedObjects.some((name) => name.includes('libc'))]);
told(() => [report.header.trigger, report.header.event, typeof report.javascriptHeap.usedMemory, report.environmentVariables.HOME === process.env.HOME]);
told(() => process.report.getReport(new RangeError('mine')).javascriptStack.message);
told(() => process.report.getReport(5));
told(() => [process.report.directory, process.report.filename, process.report.signal, process.report.compact, process.report.reportOnSignal]);
told(() => { process.report.compact = 5; });
told(() => { process.report.directory = 5; });

const { user, system } = process.threadCpuUsage();
told(() => [typeof user, typeof system, process.threadCpuUsage({ user, system }).user >= 0]);
told(() => process.threadCpuUsage(5));
told(() => process.threadCpuUsage({ user: -1, system: 0 }));

const flags = process.allowedNodeEnvironmentFlags;
told(() => [flags.has('--require'), flags.has('-r'), flags.has('r'), flags.has('--stack_trace_limit=5'), flags.has('--nothing'), flags.has('--r')]);
told(() => [flags.add('x') === flags, flags.delete('-r'), flags.clear(), flags.has('x'), flags.has('-r'), Object.isFrozen(flags), flags.size > 50]);
told(() => [Object.prototype.toString.call(flags), [...flags].includes('--require'), [...flags.keys()].includes('-r')]);
told(() => process.setSourceMapsEnabled(5));
told(() => [process.sourceMapsEnabled, process.setSourceMapsEnabled(true), process.sourceMapsEnabled]);
told(() => Object.defineProperty(process.env, 'a', { value: 'b' }));
told(() => Object.defineProperty(process.env, 'a', { get() {} }));
told(() => [process.binding('uv').errname(-2), typeof process.binding('util').isDate]);
told(() => process.setuid({}));
told(() => process.setuid('nobody-of-that-name'));
told(() => process.setgroups(['no-group-of-that-name']));
told(() => process.setuid(-1));
