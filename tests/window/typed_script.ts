// The types of a script are removed.
// @loop chrome firefox
// @output
//   typed true
interface Named { name: string }
const named: Named = { name: 'typed' };
console.log(named.name as string, window === this);
