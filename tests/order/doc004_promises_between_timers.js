// Document 004, sample 4: it gives timer1 timer2 promise1 promise2, right up to Node 10; since Node
// 11 promise jobs run after each timer, as in a browser.
for (const n of [1, 2]) {
  setTimeout(() => {
    console.log(`timer${n}`);
    Promise.resolve().then(() => console.log(`promise${n}`));
  }, 0);
}
