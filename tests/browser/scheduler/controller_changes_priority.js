// setPriority moves what waits, and says so by an event.
const controller = new TaskController({ priority: 'background' });
controller.signal.addEventListener('prioritychange', (event) => {
  console.log('from', event.previousPriority, 'to', controller.signal.priority);
});
scheduler.postTask(() => console.log('with the signal'), { signal: controller.signal });
scheduler.postTask(() => console.log('visible'));
controller.setPriority('user-blocking');
console.log('script');
