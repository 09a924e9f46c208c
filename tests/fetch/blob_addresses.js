// Addresses of blobs: what stands behind them matters to a request if it is a query, and to nobody else.
'use strict';

const { resolveObjectURL } = require('buffer');

(async () => {
  const address = URL.createObjectURL(new Blob(['abc'], { type: 'a/b' }));
  console.log(resolveObjectURL(`${address}?x`).size, resolveObjectURL(`${address}#x`).size);
  for (const behind of ['', '?x', '#x', '#x?y', '?x#y']) {
    await fetch(`${address}${behind}`).then(async (response) => {
      console.log(behind, response.status, response.headers.get('content-type'), await response.text());
    }, (error) => console.log(behind, error.name, error.message));
  }
  for (const behind of ['', '?x', '#x']) {
    const other = URL.createObjectURL(new Blob(['abc']));
    URL.revokeObjectURL(`${other}${behind}`);
    console.log(behind, resolveObjectURL(other));
  }
})();
