// compare: --loops=chrome --entry=both
Promise.resolve().then(() => console.log('promise'));
missing();
