// TextEncoderStream and TextDecoderStream across the borders of chunks.
'use strict';

let n=0;let l=[];
function ticker(max=12){ n=0; return (async()=>{ for(let i=0;i<max;i++){ await null; n++; } })(); }
async function T(name, f, max=40){ l=[]; const t=ticker(max); await f(); await t; console.log(name, l.join()); }
const mk=(...cs)=>new ReadableStream({start(c){for(const x of cs)c.enqueue(x);c.close()}});
async function drain(rs){ try { const r=rs.getReader(); let x; while(!(x=await r.read()).done)l.push('v'+x.value+'@'+n);l.push('end@'+n)} catch(e){l.push(e.name+' '+e.code+' '+e.message+'@'+n)} }
(async()=>{
 await T('enc',()=>{drain(mk('a','b').pipeThrough(new TextEncoderStream()))});
 await T('enc half',()=>{drain(mk('a\ud83d','\ude00b','\ud83d').pipeThrough(new TextEncoderStream()))});
 await T('enc odd',()=>{drain(mk(1,null,undefined,{},'').pipeThrough(new TextEncoderStream()))});
 await T('dec',()=>{drain(mk(new Uint8Array([97]),new Uint8Array([98])).pipeThrough(new TextDecoderStream()))});
 await T('dec2',()=>{drain(mk(new Uint8Array([0xf0,0x9f]),new Uint8Array([0x98,0x80])).pipeThrough(new TextDecoderStream()))});
 await T('dec cut',()=>{drain(mk(new Uint8Array([0xf0,0x9f])).pipeThrough(new TextDecoderStream()))});
 await T('dec fatal',()=>{drain(mk(new Uint8Array([0xff,0x9f])).pipeThrough(new TextDecoderStream('utf-8',{fatal:true})))});
 await T('dec fatal cut',()=>{drain(mk(new Uint8Array([0xf0,0x9f])).pipeThrough(new TextDecoderStream('utf-8',{fatal:true})))});
 await T('dec bad',()=>{drain(mk('a').pipeThrough(new TextDecoderStream()))});
 await T('enc sym',()=>{drain(mk(Symbol('x')).pipeThrough(new TextEncoderStream()))});
 await T('user flush',()=>{drain(mk('a','b').pipeThrough(new TransformStream({transform(c,k){k.enqueue(c)},flush(){}})))});
 try { new TextDecoderStream('nope') } catch(e){console.log(e.name,e.code,e.message)}
})();
