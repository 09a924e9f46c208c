// Tasks run by priority and, within one, in the order of posting.
// @real-time
for (const priority of ['background', 'user-visible', 'user-blocking']) {
  for (const number of [1, 2]) {
    scheduler.postTask(() => console.log(priority, number), { priority });
  }
}
scheduler.postTask(() => console.log('no priority named'));
console.log('script');
