// A delay comes first, the priority decides afterwards.
scheduler.postTask(() => console.log('blocking after 30'), { priority: 'user-blocking', delay: 30 });
scheduler.postTask(() => console.log('visible after 10'), { delay: 10 });
scheduler.postTask(() => console.log('background at once'), { priority: 'background' });
