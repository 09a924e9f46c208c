// What follows a yield has the priority of the task it is in.
scheduler.postTask(async () => {
  console.log('background 1');
  scheduler.postTask(() => console.log('visible'));
  await scheduler.yield();
  console.log('background 2');
}, { priority: 'background' });
scheduler.postTask(() => console.log('background 3'), { priority: 'background' });
