// Iteration and tee: in which microtask each chunk arrives.
'use strict';

let n=0;let l=[];
function ticker(max=12){ n=0; return (async()=>{ for(let i=0;i<max;i++){ await null; n++; } })(); }
(async()=>{
 { l=[]; const t=ticker(60); let c=0;
   const rs=new ReadableStream({pull(ct){l.push('p@'+n);if(c++<3)ct.enqueue(c);else ct.close()}});
   const [a,b]=rs.tee();
   const r=b.getReader(); (async()=>{let x; while(!(x=await r.read()).done)l.push('b'+x.value+'@'+n);l.push('bend@'+n)})();
   const r1=a.getReader(); (async()=>{let x; while(!(x=await r1.read()).done)l.push('a'+x.value+'@'+n);l.push('aend@'+n)})();
   await t; console.log('tee',l.join()); await new Promise(r=>setTimeout(r,10)); console.log(l.join(), c);}
 { l=[]; const t=ticker(60); let c=0;
   const rs=new ReadableStream({start(ct){ct.enqueue(1);ct.enqueue(2);ct.close()}});
   const [a,b]=rs.tee();
   const r=b.getReader(); (async()=>{let x; while(!(x=await r.read()).done)l.push('b'+x.value+'@'+n);l.push('bend@'+n)})();
   await t; console.log('tee',l.join()); await new Promise(r=>setTimeout(r,10)); console.log(l.join(), c);}
 { l=[]; const t=ticker(60); let c=0;
   const rs=new ReadableStream({start(ct){ct.enqueue(1);ct.enqueue(2);ct.close()}});
   const t2=(async()=>{for await(const x of rs)l.push('i'+x+'@'+n);l.push('iend@'+n)})();
   await t; console.log('iter',l.join()); }
 { l=[]; const t=ticker(60); let c=0;
   const rs=new ReadableStream({start(ct){ct.enqueue(1);ct.enqueue(2);ct.close()}}); const it=rs.values();
   const p=it.next();p.then(()=>l.push('n@'+n)); const q=it.next(); q.then(()=>l.push('n@'+n)); const z=it.next(); z.then(()=>l.push('n@'+n));
   await t; console.log('iter',l.join()); }
 { l=[]; const t=ticker(60); let c=0;
   const rs=new ReadableStream({pull(ct){l.push('p@'+n);if(c++<3)ct.enqueue(c);else ct.close()}},{highWaterMark:0}); const it=rs.values();
   (async()=>{let x; while(!(x=await it.next()).done)l.push('b'+x.value+'@'+n);l.push('bend@'+n)})();
   await t; console.log('iter pull',l.join()); }
 { l=[]; const t=ticker(60); let c=0;
   const rs=new ReadableStream({pull(ct){l.push('p@'+n);if(c++<3)ct.enqueue(c);else ct.close()}},{highWaterMark:0}); const it=rs.values();
   (async()=>{let x; x=await it.next(); l.push('n@'+n); await it.return(4); l.push('ret@'+n)})();
   await t; console.log('iter ret',l.join()); }
})();
