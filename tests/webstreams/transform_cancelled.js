// A transform whose readable side is cancelled at any moment while it is piped into.
'use strict';

let n=0;let l=[];const log=(x)=>l.push(x+'@'+n);
const turns=async(k)=>{for(let i=0;i<k;i++)await null};
(async()=>{for (const st of [0,1,2,3]) for(let k=0;k<9;k++) { l=[]; n=0; const tt=(async()=>{for(let i=0;i<50;i++){await null;n++}})();
const r0=new ReadableStream({start(c){c.enqueue('c');return Promise.resolve()},pull(c){c.enqueue('d')},cancel(e){log('cancel0 '+e);},});
const t2=new TransformStream({start(c){if(st)return turns(st-1)},cancel(e){log('tcancel2 '+e);},transform(){log('t')}},{highWaterMark:2});
r0.pipeThrough(t2);
turns(k).then(()=>{log('go');t2.readable.cancel('z').then(()=>log('cancelled'))});
await tt; console.log(st,k,l.join()); }})()
