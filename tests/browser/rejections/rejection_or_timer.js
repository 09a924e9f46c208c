// @unspecified: the task of unhandledrejection and a timer of 0 ms are of different sources
// A rejection in the script beside a timer of 0 ms.
addEventListener('unhandledrejection', (event) => {
  event.preventDefault();
  console.log('unhandled');
});
setTimeout(() => console.log('timer'), 0);
Promise.reject('reason');
