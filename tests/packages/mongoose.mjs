// Schemas, casting, validation, virtuals, middleware, documents, without a server.
import mongoose, { Schema, Types } from 'mongoose';

const schema = new Schema({ name: { type: String, required: true, trim: true, minlength: 2 }, age: { type: Number, min: [0, 'no {VALUE}'] }, tags: [String], born: Date, address: { city: String, zip: { type: String, match: /^\d{5}$/ } }, friend: { type: Schema.Types.ObjectId, ref: 'Person' }, map: { type: Map, of: Number }, pets: [new Schema({ kind: { type: String, enum: ['cat', 'dog'] } }, { _id: false })] }, { toJSON: { virtuals: true }, id: false });
schema.virtual('loud').get(function () { return this.name?.toUpperCase(); });
schema.methods.greet = function () { return `hi ${this.name}`; };
schema.statics.kind = () => 'people';
schema.pre('validate', function () { this.$locals.seen = true; });
const Person = mongoose.model('Person', schema);
const person = new Person({ _id: '507f1f77bcf86cd799439011', name: '  Ada ', age: '36', tags: ['a', 5], born: '1815-12-10', address: { city: 'L', zip: '12345' }, map: { x: '1' }, pets: [{ kind: 'cat' }] });
await person.validate();
console.log(JSON.stringify(person), person.greet(), Person.kind(), person.$locals.seen, person.isNew, person.modifiedPaths().sort().slice(0, 4));
const bad = await new Person({ name: 'x', age: -1, address: { zip: 'no' }, pets: [{ kind: 'fish' }], born: 'never' }).validate().catch((error) => error);
console.log(bad.name, Object.entries(bad.errors).map(([path, { kind, message }]) => [path, kind, message]).sort());
console.log(Person.find({ age: { $gt: '5' } }).sort('-name').limit(3).getQuery(), new Types.ObjectId('507f1f77bcf86cd799439011').getTimestamp(), mongoose.isValidObjectId('nope'), Types.Decimal128.fromString('1.5').toString());
const error = await mongoose.connect('mongodb://127.0.0.1:1/x', { serverSelectionTimeoutMS: 100 }).catch((error) => error);
console.log(error.name);
await mongoose.disconnect();
