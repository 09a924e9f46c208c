// A delay comes first, the priority decides afterwards.
scheduler.postTask(() => console.log('blocking after 300'), { priority: 'user-blocking', delay: 300 });
scheduler.postTask(() => console.log('visible after 150'), { delay: 150 });
scheduler.postTask(() => console.log('background at once'), { priority: 'background' });
