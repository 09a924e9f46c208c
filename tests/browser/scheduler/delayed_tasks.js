// A delay comes first, the priority decides afterwards.
scheduler.postTask(() => console.log('blocking after 150'), { priority: 'user-blocking', delay: 150 });
scheduler.postTask(() => console.log('visible after 30'), { delay: 30 });
scheduler.postTask(() => console.log('background at once'), { priority: 'background' });
