// What diagnostics_channel hears of HTTP.
'use strict';

const { channel } = require('diagnostics_channel');

module.exports = {
  onRequestStart: channel('http.server.request.start'),
  onResponseCreated: channel('http.server.response.created'),
  onResponseFinish: channel('http.server.response.finish'),
  onClientRequestCreated: channel('http.client.request.created'),
  onClientRequestStart: channel('http.client.request.start'),
  onClientRequestError: channel('http.client.request.error'),
  onClientResponseFinish: channel('http.client.response.finish'),
};
