// An express application asked and judged.
import express from 'express';
import request from 'supertest';

const app = express().use(express.json());
app.get('/user', (req, res) => res.status(200).json({ name: 'ada', cookie: req.headers.cookie }));
app.post('/echo', (req, res) => res.cookie('a', 'b').json(req.body));
app.post('/upload', (req, res) => { let size = 0; req.on('data', (part) => { size += part.length; }).on('end', () => res.json({ type: req.headers['content-type'].split(';')[0], big: size > 100 })); });
const user = await request(app).get('/user').set('Accept', 'application/json').expect('Content-Type', /json/).expect(200);
console.log(user.body, user.type);
console.log((await request(app).post('/echo').send({ x: [1] }).expect(200, { x: [1] })).text);
const agent = request.agent(app);
await agent.post('/echo').send({});
console.log((await agent.get('/user')).body);
console.log((await request(app).post('/upload').field('a', 'b').attach('f', Buffer.from('content'), 'f.txt')).body);
console.log(await request(app).get('/user').expect(404).catch((error) => error.message), (await request(app).get('/none')).status);
