// Models, associations, hooks, validation and transactions on PostgreSQL and MariaDB.
import { Sequelize, DataTypes, Op } from 'sequelize';

const options = { host: '127.0.0.1', logging: false };
for (const [dialect, database, user, port] of [['postgres', 'postgres', 'roundel', process.env.PG_PORT], ['mysql', 'test', 'root', process.env.MYSQL_PORT]]) {
  const sequelize = new Sequelize(database, user, '', { ...options, dialect, port: Number(port) });
  const User = sequelize.define('SequelizeUser', { name: { type: DataTypes.STRING, allowNull: false, validate: { len: [2, 10] } }, age: DataTypes.INTEGER, data: DataTypes.JSON, loud: { type: DataTypes.VIRTUAL, get() { return this.name.toUpperCase(); } } }, { timestamps: false });
  const Post = sequelize.define('SequelizePost', { title: DataTypes.STRING }, { timestamps: false });
  User.hasMany(Post, { as: 'posts', onDelete: 'cascade' });
  Post.belongsTo(User);
  User.addHook('beforeCreate', (user) => { user.age ??= 1; });
  await sequelize.sync({ force: true });
  const ada = await User.create({ name: 'Ada', data: { list: [1] } });
  await ada.createPost({ title: 'first' });
  await User.bulkCreate([{ name: 'Bob', age: 5 }, { name: 'Cy', age: 7 }]);
  console.log(dialect, (await User.findAll({ where: { age: { [Op.gt]: 2 } }, order: [['name', 'DESC']] })).map(({ loud }) => loud), JSON.stringify(await User.findOne({ where: { name: 'Ada' }, include: 'posts' })));
  await sequelize.transaction(async (transaction) => { await User.create({ name: 'Gone' }, { transaction }); throw new Error('back'); }).catch((error) => console.log(error.message));
  console.log(await User.count(), await User.sum('age'), await User.create({ name: 'x' }).catch((error) => [error.name, error.errors[0].validatorKey]), await sequelize.query('select 1 + 1 as two', { type: 'SELECT' }));
  await sequelize.drop();
  await sequelize.close();
}
