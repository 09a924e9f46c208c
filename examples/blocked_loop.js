// Something in here holds the loop for too long. Find it:
//
//   roundel --warn-blocked=50 examples/blocked_loop.js
'use strict';

let beats = 0;
const heartbeat = setInterval(() => {
  beats += 1;
}, 10);

function slow_hash(rounds) {
  let hash = 0;
  for (let i = 0; i < rounds; i += 1) hash = (hash * 31 + i) | 0;
  return hash;
}

function quick_request() {
  console.log('quick request answered');
}

function slow_request() {
  const end = Date.now() + 150;
  while (Date.now() < end) slow_hash(1000);
  console.log('slow request answered');
}

setTimeout(quick_request, 20);
setTimeout(slow_request, 40);
setTimeout(quick_request, 60);
setTimeout(() => {
  clearInterval(heartbeat);
  console.log(beats < 25 ? 'the heartbeat missed some beats' : 'the heartbeat was steady');
}, 300);
