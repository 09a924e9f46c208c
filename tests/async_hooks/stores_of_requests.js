// A request that waits for a connection of its agent has its own store when it gets one, and a server none of its clients'.
'use strict';
require('./fixtures/stores_of_requests.js')({ http: require('http') });
