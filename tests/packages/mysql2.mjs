// Types, placeholders, prepared statements, transactions, errors, a pool, over TCP and a socket file.
import mysql from 'mysql2/promise';

const options = { host: '127.0.0.1', port: Number(process.env.MYSQL_PORT), user: 'root' };
const connection = await mysql.createConnection(options);
await connection.query('drop database if exists roundel_mysql2');
await connection.query('create database roundel_mysql2');
await connection.query('use roundel_mysql2');
await connection.query('create table people (id int auto_increment primary key, name varchar(50), born date, score decimal(5,2), at datetime, raw_bytes varbinary(10))');
const [made] = await connection.execute('insert into people (name, born, score, at, raw_bytes) values (?, ?, ?, ?, ?)', ['Ada ✓', '1815-12-10', 1.5, new Date(Date.UTC(2020, 0, 2, 3, 4, 5)), Buffer.from([1, 2])]);
console.log(made.insertId, made.affectedRows);
const [rows, fields] = await connection.execute('select * from people where id = ?', [1]);
console.log(rows, fields.map(({ name }) => name).join());
const [many] = await connection.query('select ? as a, ? as b', ["it's", [1, 2][0]]);
console.log(many);
await connection.beginTransaction();
await connection.query('insert into people (name) values (?), (?)', ['x', 'y']);
await connection.rollback();
console.log((await connection.query('select count(*) as n from people'))[0]);
const error = await connection.query('select * from nowhere').catch((error) => error);
console.log(error.code, error.errno, error.sqlState, error.message);
await connection.end();
const pool = mysql.createPool({ socketPath: process.env.MYSQL_SOCKET, user: 'root', database: 'roundel_mysql2', connectionLimit: 2 });
const all = await Promise.all([1, 2, 3, 4].map((n) => pool.execute('select ? * 2 as n', [n])));
console.log(all.map(([[row]]) => Number(row.n)));
const [stream] = await pool.query('select name from people');
console.log(stream);
await pool.query('drop database roundel_mysql2');
await pool.end();
