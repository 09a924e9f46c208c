// The key and certificate that the scenarios of TLS use.
import { readFileSync } from 'node:fs';

const read = (name) => readFileSync(new URL(`../../tests/tls/fixtures/${name}.pem`, import.meta.url));

export const ca = read('ca_cert');
export const key = read('server_key');
export const cert = read('server_cert');
