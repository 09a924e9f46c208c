// `finally` passes the value on and costs more jobs than `then`.
const log = (text) => () => console.log(text);
Promise.resolve('value').finally(log('finally')).then((value) => console.log('after finally:', value));
Promise.reject(new Error('reason')).finally(log('finally of rejection')).catch((error) => console.log(error.message));
Promise.resolve().then(log('1')).then(log('2')).then(log('3')).then(log('4'));
