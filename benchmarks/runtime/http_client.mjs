// Requests over a pool of kept connections, sixteen at a time: CPU time of the client for one.
import http from 'node:http';
import { measureClient } from './client_scenario.mjs';

const agent = new http.Agent({ keepAlive: true, maxSockets: 16 });

measureClient((port) => new Promise((resolve, reject) => {
  http.get({ host: '127.0.0.1', port, agent }, (res) => {
    res.resume();
    res.on('end', resolve);
  }).on('error', reject);
}), () => agent.destroy());
