// Queries built in words of several databases, and run on PostgreSQL: schemas, transactions, errors.
import knex from 'knex';

for (const client of ['pg', 'mysql2', 'sqlite3']) {
  const build = knex({ client });
  console.log(client, build('people as p').select('p.name', build.raw('count(*) as n')).leftJoin('pets', 'pets.owner', 'p.id').where({ age: 3 }).orWhere((q) => q.whereIn('id', [1, 2]).whereNotNull('x')).groupBy('p.name').having('n', '>', 1).orderBy('n', 'desc').limit(5).toString());
  console.log(build('t').insert([{ a: 1 }, { a: 2 }]).toString(), build('t').where('id', 1).update({ a: build.raw('a + ?', [1]) }).toSQL().toNative());
}
const db = knex({ client: 'pg', connection: { host: '127.0.0.1', port: Number(process.env.PG_PORT), user: 'roundel', database: 'postgres' }, pool: { min: 0, max: 2 } });
await db.schema.dropTableIfExists('knex_people');
await db.schema.createTable('knex_people', (table) => { table.increments('id'); table.string('name').notNullable(); table.jsonb('data'); table.timestamp('at').defaultTo(db.fn.now()); });
console.log(await db('knex_people').insert([{ name: 'a', data: { x: 1 } }, { name: 'b' }]).returning(['id', 'name', 'data']));
await db.transaction(async (trx) => { await trx('knex_people').insert({ name: 'c' }); throw new Error('back'); }).catch((error) => console.log(error.message));
console.log(await db('knex_people').count(), await db('knex_people').where('name', 'like', '%b%').first('id', 'name'), await db('knex_people').pluck('name'));
console.log(await db('knex_people').insert({}).catch((error) => [error.code, error.constraint, error.column]));
await db.schema.dropTable('knex_people');
await db.destroy();
