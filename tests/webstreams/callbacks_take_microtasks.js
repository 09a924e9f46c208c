// How many microtasks lie between the callbacks of streams, by what the callbacks give.
'use strict';

let n=0, log=[];
function ticker(max=12){ n=0; return (async()=>{ for(let i=0;i<max;i++){ await null; n++; } })(); }
const kinds={undef:()=>undefined, promise:()=>Promise.resolve(), thenable:()=>({then(r){r()}}), num:()=>5, obj:()=>({})};
(async()=>{
 for (const k in kinds){
  let l=[]; const t=ticker();
  new ReadableStream({start(){return kinds[k]()}, pull(){ l.push('pull@'+n) }},{highWaterMark:1});
  await t; console.log('start',k,l.join());
 }
 for (const k in kinds){
  let l=[]; let c=0; const t=ticker(20);
  new ReadableStream({pull(ct){ l.push('pull@'+n); if(c++<3) ct.enqueue(1); return kinds[k]() }},{highWaterMark:5});
  await t; console.log('pull',k,l.join());
 }
 for (const k in kinds){
  let l=[]; const t=ticker(20);
  const r=new ReadableStream({cancel(){return kinds[k]()}}); r.cancel().then(()=>l.push('c@'+n));
  await t; console.log('cancel',k,l.join());
 }
 for (const k in kinds){
  let l=[]; const t=ticker(20);
  const r=new WritableStream({start(){return kinds[k]()},write(){l.push('w@'+n);return kinds[k]()}, close(){l.push('cl@'+n);return kinds[k]()}}); const w=r.getWriter(); w.ready.then(()=>l.push('r@'+n)); w.write(1).then(()=>l.push('wd@'+n));w.write(2).then(()=>l.push('wd@'+n)); w.close().then(()=>l.push('cld@'+n)); w.closed.then(()=>l.push('closed@'+n));
  await t; console.log('write',k,l.join());
 }
 for (const k in kinds){
  let l=[]; const t=ticker(20);
  const r=new WritableStream({abort(){l.push('a@'+n);return kinds[k]()}}); r.abort().then(()=>l.push('ad@'+n));
  await t; console.log('abort',k,l.join());
 }
 for (const k in kinds){
  let l=[]; const t=ticker(30);
  const ts=new TransformStream({start(){return kinds[k]()},transform(c,ct){l.push('t@'+n);ct.enqueue(c);return kinds[k]()}, flush(){l.push('f@'+n);return kinds[k]()}}); const w=ts.writable.getWriter();const r=ts.readable.getReader(); w.write(1).then(()=>l.push('wd@'+n));w.write(2).then(()=>l.push('wd@'+n)); w.close().then(()=>l.push('cld@'+n));
  for(let i=0;i<3;i++) r.read().then((x)=>l.push('r'+x.value+'@'+n));
  await t; console.log('transform',k,l.join());
 }
 { let l=[]; const t=ticker(40);
   const rs=new ReadableStream({start(c){c.enqueue(1);c.enqueue(2);c.enqueue(3);c.close()}});
   const ws=new WritableStream({write(c){l.push('w'+c+'@'+n)},close(){l.push('close@'+n)}});
   rs.pipeTo(ws).then(()=>l.push('done@'+n)); await t; console.log('pipe',l.join()); }
 { let l=[]; const t=ticker(60); let c=0;
   const rs=new ReadableStream({pull(ct){l.push('p@'+n);if(c++<3)ct.enqueue(c);else ct.close()}});
   const ws=new WritableStream({write(c){l.push('w'+c+'@'+n)},close(){l.push('close@'+n)}});
   rs.pipeTo(ws).then(()=>l.push('done@'+n)); await t; console.log('pipe pull',l.join()); }
 { let l=[]; const t=ticker(60); let c=0;
   const rs=new ReadableStream({pull(ct){l.push('p@'+n);if(c++<3)ct.enqueue(c);else ct.close()}});
   const [a,b]=rs.tee(); (async()=>{for await(const x of a)l.push('a'+x+'@'+n);l.push('aend@'+n)})();
   const r=b.getReader(); (async()=>{let x; while(!(x=await r.read()).done)l.push('b'+x.value+'@'+n);l.push('bend@'+n)})();
   await t; console.log('tee',l.join()); }
 { let l=[]; const t=ticker(60);
   const rs=ReadableStream.from([1,2,3]);
   for await(const x of rs)l.push('a'+x+'@'+n);l.push('aend@'+n);
   await t; console.log('from',l.join()); }
 { let l=[]; const t=ticker(60);
   const rs=ReadableStream.from((async function*(){yield 1;yield 2})());
   for await(const x of rs)l.push('a'+x+'@'+n);l.push('aend@'+n);
   await t; console.log('from',l.join()); }
 { let l=[]; const t=ticker(60);
   const rs=ReadableStream.from([1,2,3]); const it=rs[Symbol.asyncIterator]();
   it.next().then(x=>l.push('n'+x.value+'@'+n)); it.next().then(x=>l.push('n'+x.value+'@'+n)); it.return(7).then(x=>l.push('r'+x.value+'@'+n)); it.next().then(x=>l.push('n'+x.value+'@'+n));
   await t; console.log('it',l.join()); }
 { let l=[]; const t=ticker(60);
   const rs=new ReadableStream({start(c){c.enqueue('a');c.enqueue('b');c.close()}}).pipeThrough(new TextEncoderStream()).pipeThrough(new TextDecoderStream());
   for await(const x of rs)l.push('a'+x+'@'+n);l.push('aend@'+n);
   await t; console.log('text',l.join()); }
})();
