// Types, parameters, transactions, errors, a pool, notifications, over TCP and a socket file.
import pg from 'pg';

const options = { host: '127.0.0.1', port: Number(process.env.PG_PORT), user: 'roundel', database: 'postgres' };
const client = new pg.Client(options);
await client.connect();
await client.query('create temp table people (id serial primary key, name text, born date, data jsonb, tags text[])');
const made = await client.query('insert into people (name, born, data, tags) values ($1, $2, $3, $4) returning *', ['Ada', '1815-12-10', { a: [1, 2] }, ['x', 'y z']]);
console.log(made.rows[0], made.rowCount, made.command);
const types = await client.query("select 1::int4 as i, 9007199254740993::int8 as big, 1.5::float8 as f, '1.10'::numeric as n, true as b, null as nothing, '\\x0102'::bytea as bytes, interval '1 day 2 hours' as span, '2020-01-02T03:04:05Z'::timestamptz as at");
console.log(types.rows[0]);
console.log(types.fields.map(({ name, dataTypeID }) => `${name}:${dataTypeID}`).join(' '));
await client.query('begin');
await client.query("insert into people (name) values ('gone')");
await client.query('rollback');
console.log((await client.query('select count(*) from people')).rows);
const error = await client.query('select nothing from nowhere').catch((error) => error);
console.log(error.name, error.code, error.message, error.position);
const prepared = { name: 'plus', text: 'select $1::int + $2::int as sum' };
console.log((await client.query({ ...prepared, values: [1, 2] })).rows, (await client.query({ ...prepared, values: [3, 4] })).rows);
const heard = new Promise((resolve) => client.on('notification', resolve));
await client.query('listen news');
await client.query("notify news, 'it works'");
console.log((await heard).payload);
await client.end();
const pool = new pg.Pool({ ...options, host: process.env.PG_SOCKET, max: 3 });
const rows = await Promise.all([1, 2, 3, 4, 5].map((n) => pool.query('select $1::int * 2 as n', [n])));
console.log(rows.map((result) => result.rows[0].n), pool.totalCount <= 3);
await pool.end();
