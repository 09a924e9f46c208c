// A `then` is read in the resolving call and called in a job of its own; throwing from it rejects,
// unless it had resolved before.
const thenable = {
  get then() {
    console.log('then is read');
    return (resolve) => {
      console.log('then is called');
      resolve('first');
      throw new Error('ignored');
    };
  },
};
new Promise((resolve) => {
  resolve(thenable);
  console.log('resolved');
}).then((value) => console.log('fulfilled with', value));
new Promise((resolve) => resolve({ get then() { throw new Error('getter'); } })).catch((error) => console.log('rejected by', error.message));
