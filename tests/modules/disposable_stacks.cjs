// The classes that go with `using`.
const s = new DisposableStack(); s.defer(() => console.log('deferred')); s.adopt(5, (v) => console.log('adopt', v)); s.use({ [Symbol.dispose]() { console.log('used') } }); console.log(s.disposed); const m = s.move(); console.log(s.disposed, m.disposed, Object.prototype.toString.call(m)); m.dispose(); m.dispose();
try { m.use(null) } catch (e) { console.log(e.name) }
const e = new SuppressedError(1, 2, 'msg'); console.log(e.error, e.suppressed, e.message, e.name, Object.keys(e), String(e), String(new SuppressedError()));
(async () => { const a = new AsyncDisposableStack(); a.defer(async () => { console.log('ad') }); await a.disposeAsync(); console.log(a.disposed); { await using z = new AsyncDisposableStack(); z.defer(() => console.log('z')) } })();
function f() { using x = { [Symbol.dispose]() { console.log('fx') } }; const using = 1; return using }
console.log(f());
