// --disable-warning by code and by type.
// @flags --disable-warning=C001 --disable-warning=QuietWarning
process.emitWarning('gone by code', 'SomeWarning', 'C001');
process.emitWarning('gone by type', 'QuietWarning');
process.emitWarning('stays', 'SomeWarning', 'C002');
