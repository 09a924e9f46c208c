// The answer settles right after the task, before the next task.
scheduler.postTask(() => {
  console.log('task 1');
  return 'result';
}).then((value) => console.log(value));
scheduler.postTask(() => {
  console.log('task 2');
  throw new Error('failure');
}).catch((error) => console.log(error.message));
scheduler.postTask(() => console.log('task 3'));
