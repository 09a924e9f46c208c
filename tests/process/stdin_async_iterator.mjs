// Standard input by for await.
// @stdin a\nb\nc\n
let length = 0;
for await (const chunk of process.stdin) length += chunk.length;
console.log(length);
