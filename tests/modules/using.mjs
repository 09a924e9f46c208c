// `using` and `await using`, compiled where the engine has them not.
const log = (...a) => console.log(...a);
const r = (n, fail) => ({ n, [Symbol.dispose]() { log('dispose', n); if (fail) throw new Error('dispose ' + n); } });
const ar = (n) => ({ n, async [Symbol.asyncDispose]() { log('adispose start', n); await null; log('adispose', n); } });
{ using a = r('a'), b = r('b'); log('body', a.n, b.n); }
function f() { using x = r('x'); if (x) return 'returned'; log('never') }
log(f());
try { using c = r('c', true); throw new Error('body') } catch (e) { log(e.name, e.message, e.error.message, e.suppressed.message, e instanceof SuppressedError) }
try { using c = r('c', true), d = r('d', true); } catch (e) { log(e.name, e.error?.message, e.suppressed?.message) }
for (using q of [r(1), r(2)]) { log('loop', q.n); if (q.n === 1) continue; break }
async function g() { await using y = ar('y'); using z = r('z'); log('in g'); return 5 }
log(await g());
{ await using n = null; using u = undefined; log('nullish ok') }
try { using bad = {}; } catch (e) { log(e.name) }
for (await using w of [ar('w'), r('sync in async')]) log(w.n)
switch (1) { case 1: { using s = r('s'); log('case') } }
const arrow = () => { using k = r('k'); return k.n }; log(arrow());
class S { static { using st = r('static'); log('static block') } }
function* gen() { using gg = r('gen'); yield 1; yield 2 } for (const v of gen()) { log(v); break }
const using = 5; log(using, ((using) => using)(6));
