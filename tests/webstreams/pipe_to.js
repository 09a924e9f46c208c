// pipeTo: the microtasks of reads, writes, ends and errors.
'use strict';

let n=0;let l=[];
function ticker(max=12){ n=0; return (async()=>{ for(let i=0;i<max;i++){ await null; n++; } })(); }
async function T(name, f, max=60){ l=[]; const t=ticker(max); await f(); await t; console.log(name, l.join()); }
const src=(k,o={},s)=>new ReadableStream({start(c){for(let i=1;i<=k;i++)c.enqueue(i); if(!o.open)c.close()}},s);
const pull=(k,s)=>{let c=0;return new ReadableStream({pull(ct){l.push('p@'+n);if(c++<k)ct.enqueue(c);else ct.close()}},s)};
const later=(k)=>new ReadableStream({async start(c){for(let i=1;i<=k;i++){await null;await null;await null;l.push('e'+i+'@'+n);c.enqueue(i)} await null; await null; l.push('c@'+n); c.close()}});
const sink=(d=0,s)=>new WritableStream({async write(c){l.push('w'+c+'@'+n);for(let i=0;i<d;i++)await null},close(){l.push('close@'+n)},abort(e){l.push('abort'+e+'@'+n)}},s);
const ssink=(s)=>new WritableStream({write(c){l.push('w'+c+'@'+n)},close(){l.push('close@'+n)},abort(e){l.push('abort'+e+'@'+n)}},s);
const fin=(p)=>p.then(()=>l.push('done@'+n),e=>l.push('fail '+(e&&e.message||e)+'@'+n));
(async()=>{
 await T('0 chunks',()=>{fin(src(0).pipeTo(ssink()))});
 await T('1 chunk',()=>{fin(src(1).pipeTo(ssink()))});
 await T('open 2',()=>{fin(src(2,{open:1}).pipeTo(ssink()))});
 for (const d of [0,1,3]) for (const h of [0,1,2,5]) await T('slow sink '+d+' hwm '+h,()=>{fin(src(4).pipeTo(sink(d,{highWaterMark:h})))},100);
 for (const h of [0,1,3]) for (const g of [1,3]) await T('pull '+h+' '+g,()=>{fin(pull(4,{highWaterMark:h}).pipeTo(ssink({highWaterMark:g})))},100);
 await T('later',()=>{fin(later(3).pipeTo(ssink()))});
 await T('later slow',()=>{fin(later(3).pipeTo(sink(5)))});
 await T('started both', async()=>{const a=src(3),b=ssink(); await 1;await 1;await 1;l.push('go@'+n); fin(a.pipeTo(b))});
 await T('started both hwm5', async()=>{const a=src(3),b=ssink({highWaterMark:5}); await 1;await 1;await 1;l.push('go@'+n); fin(a.pipeTo(b))});
 await T('started both pull', async()=>{const a=pull(3),b=ssink(); await 1;await 1;await 1;l.push('go@'+n); fin(a.pipeTo(b))});
 await T('started both pull hwm0', async()=>{const a=pull(3,{highWaterMark:0}),b=ssink(); await 1;await 1;await 1;l.push('go@'+n); fin(a.pipeTo(b))});
 await T('source errs',()=>{fin(new ReadableStream({start(c){c.error('E')}}).pipeTo(ssink()))});
 await T('source errs later',()=>{let c;fin(new ReadableStream({start(x){c=x;c.enqueue(1)}}).pipeTo(sink(3)));Promise.resolve().then(()=>{}).then(()=>{}).then(()=>{c.error('E');l.push('err@'+n)})});
 await T('source errs later preventAbort',()=>{let c;fin(new ReadableStream({start(x){c=x;c.enqueue(1)}}).pipeTo(sink(3),{preventAbort:true}));Promise.resolve().then(()=>{}).then(()=>{}).then(()=>{c.error('E');l.push('err@'+n)})});
 await T('dest errs',()=>{fin(new ReadableStream({start(c){c.enqueue(1)},cancel(r){l.push('cancel '+r+'@'+n)}}).pipeTo(new WritableStream({start(c){c.error('D')}})))});
 await T('dest errs at write',()=>{fin(new ReadableStream({start(c){c.enqueue(1);c.enqueue(2)},cancel(r){l.push('cancel '+r.message+'@'+n)}}).pipeTo(new WritableStream({write(c){l.push('w@'+n);throw new Error('W')}})))});
 await T('dest errs at write 2',()=>{fin(new ReadableStream({start(c){c.enqueue(1);c.enqueue(2)},cancel(r){l.push('cancel '+r.message+'@'+n)}}).pipeTo(new WritableStream({write(c){l.push('w@'+n);if(c==2)throw new Error('W')}}),{preventCancel:true}))});
 await T('dest closed',()=>{const w=ssink(); w.close(); fin(new ReadableStream({cancel(r){l.push('cancel '+r.message+'@'+n)}}).pipeTo(w))});
 await T('preventClose',()=>{fin(src(2).pipeTo(ssink(),{preventClose:true}))});
 await T('abort before',()=>{fin(src(2).pipeTo(ssink(),{signal:AbortSignal.abort('A')}))});
 await T('abort later',()=>{const ac=new AbortController();fin(new ReadableStream({start(c){c.enqueue(1);c.enqueue(2);c.enqueue(3)},cancel(r){l.push('cancel '+r+'@'+n)}}).pipeTo(sink(4),{signal:ac.signal}));Promise.resolve().then(()=>{}).then(()=>{}).then(()=>{ac.abort('A');l.push('ab@'+n)})});
 await T('abort later 2',()=>{const ac=new AbortController();fin(new ReadableStream({start(c){c.enqueue(1);c.enqueue(2);c.enqueue(3)},cancel(r){l.push('cancel '+r+'@'+n)}}).pipeTo(sink(4),{signal:ac.signal,preventAbort:true,preventCancel:true}));Promise.resolve().then(()=>{}).then(()=>{}).then(()=>{ac.abort('A');l.push('ab@'+n)})});
 await T('close fails',()=>{fin(src(1).pipeTo(new WritableStream({close(){throw new Error('C')}})))});
 await T('through identity',()=>{const r=src(3).pipeThrough(new TransformStream()).getReader(); (async()=>{let x; while(!(x=await r.read()).done)l.push('v'+x.value+'@'+n);l.push('end@'+n)})()});
 await T('through 2',()=>{const r=src(3).pipeThrough(new TransformStream({transform(c,k){l.push('t@'+n);k.enqueue(c)}})).pipeThrough(new TransformStream()).getReader(); (async()=>{let x; while(!(x=await r.read()).done)l.push('v'+x.value+'@'+n);l.push('end@'+n)})()});
 await T('bytes',()=>{let c=0;fin(new ReadableStream({type:'bytes',pull(k){l.push('p@'+n);if(c++<3)k.enqueue(new Uint8Array(c));else k.close()}}).pipeTo(new WritableStream({write(c){l.push('w'+c.length+'@'+n)},close(){l.push('close@'+n)}})))});
 await T('bytes q',()=>{fin(new ReadableStream({type:'bytes',start(k){for(let i=1;i<4;i++)k.enqueue(new Uint8Array(i));k.close()}}).pipeTo(new WritableStream({write(c){l.push('w'+c.length+'@'+n)},close(){l.push('close@'+n)}})))});
})();
