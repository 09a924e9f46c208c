// Assertions in all three styles, and what they say when they fail.
import { expect, assert, should, use, AssertionError } from 'chai';

should();
expect([1, 2, 3]).to.include(2).and.have.lengthOf(3);
expect({ a: { b: [1] } }).to.deep.equal({ a: { b: [1] } }).and.have.nested.property('a.b[0]', 1);
assert.typeOf('x', 'string');
(5).should.be.within(1, 9);
use((chai, { addMethod }) => addMethod(chai.Assertion.prototype, 'even', function () { this.assert(this._obj % 2 === 0, 'expected #{this} to be even', 'expected #{this} to be odd'); }));
for (const bad of [() => expect(1).to.equal(2), () => expect({ a: 1 }).to.deep.equal({ a: 2 }), () => expect([1]).to.be.empty, () => expect(() => {}).to.throw(TypeError), () => assert.isTrue(false, 'said so'), () => expect(3).to.be.even(), () => expect(new Map([[1, 2]])).to.have.key(3), () => 'abc'.should.match(/x/)]) {
  try { bad(); } catch (error) { console.log(error instanceof AssertionError, error.message, error.showDiff); }
}
