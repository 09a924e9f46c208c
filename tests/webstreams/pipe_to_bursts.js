// pipeTo takes what a source has at once, and asks it for more once.
'use strict';

let n=0;let l=[];
function ticker(max=12){ n=0; return (async()=>{ for(let i=0;i<max;i++){ await null; n++; } })(); }
async function T(name, f, max=30){ l=[]; const t=ticker(max); await f(); await t; console.log(name, l.join()); }
const fin=(p)=>p.then(()=>l.push('done@'+n),e=>l.push('fail '+(e&&e.message||e)+'@'+n));
(async()=>{
 for (const h of [1,2,3,10]) for (const sh of [0,2,4]) for (const cl of [0,1]) for (const syncpull of [0,1]) await T(`hwm ${h} src ${sh} close ${cl} syncpull ${syncpull}`,async()=>{ let c; let more=3; const rs=new ReadableStream({start(x){c=x;for(let i=1;i<=3;i++)c.enqueue(i); if(cl)c.close()},pull(){l.push('pull@'+n);if(syncpull&&more-->0)c.enqueue('m'+more)}},{highWaterMark:sh});
   const ws=new WritableStream({write(k,ctl){l.push('w'+k+'@'+n+' d'+c.desiredSize);},close(){l.push('close@'+n)}},{highWaterMark:h,size(k){l.push('size'+k+'@'+n+' d'+c.desiredSize);return 1}});
   await null; await null; await null;
   fin(rs.pipeTo(ws)); l.push('after d'+c.desiredSize);
 },60);
 // enqueue while waiting, several at once
 for (const h of [1,2,3]) await T('burst '+h,async()=>{ let c; const rs=new ReadableStream({start(x){c=x},pull(){l.push('pull@'+n)}});
   const ws=new WritableStream({write(k,ctl){l.push('w'+k+'@'+n+' d'+c.desiredSize);},close(){l.push('close@'+n)}},{highWaterMark:h});
   await null; await null; await null;
   fin(rs.pipeTo(ws)); await null; await null; c.enqueue(1);c.enqueue(2);l.push('enq@'+n);c.enqueue(3);c.close();
 },60);
 await T('burst error',async()=>{ let c; const rs=new ReadableStream({start(x){c=x},pull(){l.push('pull@'+n)}});
   const ws=new WritableStream({write(k,ctl){l.push('w'+k+'@'+n);},close(){l.push('close@'+n)},abort(e){l.push('abort@'+n)}});
   await null; await null; await null;
   fin(rs.pipeTo(ws)); await null; await null; c.enqueue(1);c.enqueue(2);l.push('enq@'+n);c.error('E');
 },60);
 await T('burst error bytes',async()=>{ let c; const rs=new ReadableStream({type:'bytes',start(x){c=x}});
   const ws=new WritableStream({write(k,ctl){l.push('w'+k.length+'@'+n);},close(){l.push('close@'+n)},abort(e){l.push('abort@'+n)}});
   await null; await null; await null;
   fin(rs.pipeTo(ws)); await null; await null; c.enqueue(new Uint8Array(1));c.enqueue(new Uint8Array(2));l.push('enq@'+n);c.error('E');
 },60);
 await T('abort signal with waiting read',async()=>{ let c; const ac=new AbortController(); const rs=new ReadableStream({start(x){c=x},pull(){l.push('pull@'+n)},cancel(){l.push('cancel@'+n)}});
   const ws=new WritableStream({write(k,ctl){l.push('w'+k+'@'+n);},close(){l.push('close@'+n)},abort(e){l.push('abort@'+n)}});
   await null; await null; await null;
   fin(rs.pipeTo(ws,{signal:ac.signal})); await null; await null; c.enqueue(1);ac.abort('A');l.push('enq@'+n);
 },60);
 await T('abort signal sync after',async()=>{ let c; const ac=new AbortController(); const rs=new ReadableStream({start(x){c=x},pull(){l.push('pull@'+n)},cancel(){l.push('cancel@'+n)}});
   const ws=new WritableStream({write(k,ctl){l.push('w'+k+'@'+n);},close(){l.push('close@'+n)},abort(e){l.push('abort@'+n)}});
   await null; await null; await null;
   fin(rs.pipeTo(ws,{signal:ac.signal}));ac.abort('A');l.push('enq@'+n);
 },60);
 await T('dest errors while waiting',async()=>{ let c,w; const rs=new ReadableStream({start(x){c=x},pull(){l.push('pull@'+n)},cancel(e){l.push('cancel'+e+'@'+n)}});
   const ws=new WritableStream({start(x){w=x},write(k,ctl){l.push('w'+k+'@'+n);},close(){l.push('close@'+n)},abort(e){l.push('abort@'+n)}});
   await null; await null; await null;
   fin(rs.pipeTo(ws)); await null; w.error('D');l.push('enq@'+n);
 },60);
 await T('close while backpressure',async()=>{ let c,w; const rs=new ReadableStream({start(x){c=x;c.enqueue(1);c.enqueue(2)},cancel(e){l.push('cancel'+e+'@'+n)}});
   const ws=new WritableStream({start(x){w=x},async write(k,ctl){l.push('w'+k+'@'+n);for(let i=0;i<5;i++)await 1},close(){l.push('close@'+n)},abort(e){l.push('abort@'+n)}});
   await null; await null; await null;
   fin(rs.pipeTo(ws)); await null; c.close();l.push('enq@'+n);
 },60);
})();
