// A local strategy in express: success, failure, sessions kept in memory.
import express from 'express';
import passport from 'passport';
import { Strategy } from 'passport-local';

passport.use(new Strategy((name, password, done) => password === 'good' ? done(null, { id: 7, name }) : name === 'broken' ? done(new Error('database')) : done(null, false, { message: 'wrong password' })));
passport.serializeUser((user, done) => done(null, user.id));
passport.deserializeUser((id, done) => done(null, { id }));
const sessions = new Map();
const app = express();
app.use(express.urlencoded({ extended: false }), (request, response, next) => {
  const id = request.headers['x-session'] ?? 'none';
  if (!sessions.has(id)) sessions.set(id, {});
  request.session = Object.assign(sessions.get(id), { regenerate: (done) => done(), save: (done) => done() });
  next();
}, passport.initialize(), passport.session());
app.post('/login', (request, response, next) => passport.authenticate('local', (error, user, info) => {
  if (error) return next(error);
  if (!user) return response.status(401).json(info);
  request.login(user, (failed) => failed ? next(failed) : response.json({ in: request.isAuthenticated(), user }));
})(request, response, next));
app.get('/me', (request, response) => response.json({ in: request.isAuthenticated(), user: request.user }));
app.get('/guarded', passport.authenticate('local'), (request, response) => response.send('never'));
app.use((error, request, response, next) => response.status(500).send(error.message));
const server = app.listen(0, '127.0.0.1', async () => {
  const ask = async (path, session, fields) => {
    const response = await fetch(`http://127.0.0.1:${server.address().port}${path}`, { method: fields ? 'POST' : 'GET', headers: { 'x-session': session }, body: fields && new URLSearchParams(fields) });
    console.log(path, session, response.status, await response.text());
  };
  await ask('/login', 'a', { username: 'ada', password: 'good' });
  await ask('/me', 'a');
  await ask('/me', 'b');
  await ask('/login', 'b', { username: 'ada', password: 'bad' });
  await ask('/login', 'b', { username: 'broken', password: 'bad' });
  await ask('/login', 'b', { username: 'ada' });
  await ask('/guarded', 'b');
  server.close();
});
