// @exit 1
throw new AggregateError([new Error('first'), new TypeError('second'), 'third'], 'several things failed');
