// ReadableStream.from: values, promises and errors of iterators, and what cancelling does to them.
'use strict';

let n=0;let l=[];
function ticker(max=12){ n=0; return (async()=>{ for(let i=0;i<max;i++){ await null; n++; } })(); }
async function drain(rs){ try { const r=rs.getReader(); let x; while(!(x=await r.read()).done)l.push('v'+JSON.stringify(x.value)+'@'+n);l.push('end@'+n)} catch(e){l.push(String(e)+'@'+n)} }
const mk={
 promises:()=>[Promise.resolve(1),Promise.resolve(2),3,{a:1}],
 rejects:()=>[1,Promise.reject(new Error('x')),3],
 thenable:()=>[{then(r){r(7)}}],
 set:()=>new Set([1,2]),
 str:()=>'ab',
 gen:()=>(function*(){yield 1; throw new Error('g')})(),
 agen:()=>(async function*(){yield 1; await null; yield Promise.resolve(2); throw new Error('g')})(),
 rs:()=>new ReadableStream({start(c){c.enqueue(1);c.close()}}),
 badnext:()=>({[Symbol.iterator](){return {next(){return 5}}}}),
 badnext2:()=>({[Symbol.asyncIterator](){return {next(){return 5}}}}),
 nextthrows:()=>({[Symbol.iterator](){return {next(){throw new Error('nt')}}}}),
 asyncnextval:()=>({i:0,[Symbol.asyncIterator](){return this},next(){return {done:this.i++>1,value:Promise.resolve(this.i)}}}),
 bad:()=>5, obj:()=>({}), badit:()=>({[Symbol.iterator](){return 3}}), throwit:()=>({get [Symbol.iterator](){throw new Error('q')}}),
 nonfn:()=>({[Symbol.iterator]:4}),
};
(async()=>{
 for(const k in mk){ l=[]; const t=ticker(40); try { drain(ReadableStream.from(mk[k]())) } catch(e){ l.push(e.name+e.code+e.message) } await t; console.log(k,l.join()); }
 for (const ret of [undefined, 'obj','prom','bad','throw','none']) { l=[]; const t=ticker(40);
   const it={next(){return {done:false,value:1}}, [Symbol.asyncIterator](){return this}, return(v){l.push('ret '+v+'@'+n); if(ret==='obj')return {}; if(ret==='prom')return Promise.resolve({}); if(ret==='bad') return 4; if(ret==='throw') throw new Error('t');}};
   if(ret==='none') delete it.return;
   ReadableStream.from(it).cancel('why').then(v=>l.push('ok'+v+'@'+n),e=>l.push(e.name+e.code+e.message+'@'+n)); await t; console.log(ret,l.join()); }
 for (const ret of [undefined, 'obj','prom','bad','throw','none']) { l=[]; const t=ticker(40);
   const it={next(){return {done:false,value:1}}, [Symbol.iterator](){return this}, return(v){l.push('ret '+v+'@'+n); if(ret==='obj')return {}; if(ret==='prom')return Promise.resolve({}); if(ret==='bad') return 4; if(ret==='throw') throw new Error('t');}};
   if(ret==='none') delete it.return;
   ReadableStream.from(it).cancel('why').then(v=>l.push('ok'+v+'@'+n),e=>l.push(e.name+e.code+e.message+'@'+n)); await t; console.log(ret,l.join()); }
})();
