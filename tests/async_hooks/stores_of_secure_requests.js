// Over TLS the stores of requests are those of plain connections, but for the end of a connection.
'use strict';
const fs = require('fs');

const read = (name) => fs.readFileSync(`${__dirname}/../tls/fixtures/${name}.pem`);
require('./fixtures/stores_of_requests.js')({
  http: require('https'),
  serverOptions: { key: read('server_key'), cert: read('server_cert') },
  requestOptions: { ca: read('ca_cert'), servername: 'localhost' },
});
