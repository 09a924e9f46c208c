// pipeTo takes no more chunks than there is room for.
'use strict';

let n=0;let l=[];
function ticker(max=12){ n=0; return (async()=>{ for(let i=0;i<max;i++){ await null; n++; } })(); }
async function T(name, f, max=30){ l=[]; const t=ticker(max); await f(); await t; console.log(name, l.join()); }
const fin=(p)=>p.then(()=>l.push('done@'+n),e=>l.push('fail '+(e&&e.message||e)+'@'+n));
(async()=>{
 for (const h of [1,2,3]) await T('watch '+h,async()=>{ let c; const rs=new ReadableStream({start(x){c=x;for(let i=1;i<=6;i++)c.enqueue(i)}},{highWaterMark:0,size(k){return 1}});
   const ws=new WritableStream({async write(k){l.push('w'+k+'@'+n);for(let i=0;i<4;i++)await null}},{highWaterMark:h});
   await null; await null; await null;
   l.push('d'+c.desiredSize+'@'+n);
   rs.pipeTo(ws);
   let last; for(let i=0;i<25;i++){ if(c.desiredSize!==last)l.push('d'+(last=c.desiredSize)+'@'+n); await null; }
 },60);
 await T('order',async()=>{ let c; const rs=new ReadableStream({start(x){c=x;for(let i=1;i<=3;i++)c.enqueue(i)},pull(){l.push('pull@'+n)}},{highWaterMark:4});
   const ws=new WritableStream({write(k,ctl){l.push('w'+k+'@'+n+' d'+c.desiredSize);}},{highWaterMark:1,size(k){l.push('size'+k+'@'+n);return 1}});
   await null; await null; await null;
   rs.pipeTo(ws); l.push('after d'+c.desiredSize);
 },60);
})();
