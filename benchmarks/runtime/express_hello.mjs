// The shortest answer of an application of express, 64 connections: CPU time of the server for one.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { measure } from './http_scenario.mjs';

const express = createRequire(join(process.env.BENCH_PACKAGES, 'package.json'))('express');
const app = express();
app.get('/', (req, res) => { res.send('hello'); });

measure({ listener: app, request: 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n', requests: 60_000 });
