// A continuation ranks above the tasks of its priority that wait, and below higher ones.
scheduler.postTask(async () => {
  console.log('part 1');
  scheduler.postTask(() => console.log('blocking'), { priority: 'user-blocking' });
  await scheduler.yield();
  console.log('part 2');
});
scheduler.postTask(() => console.log('other task'));
scheduler.postTask(() => console.log('background'), { priority: 'background' });
