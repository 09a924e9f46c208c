// Operators, subjects, schedulers, errors, a test scheduler.
import { of, from, interval, timer, Subject, BehaviorSubject, ReplaySubject, merge, combineLatest, concat, throwError, asyncScheduler, asapScheduler, queueScheduler, firstValueFrom, lastValueFrom, fromEvent, defer } from 'rxjs';
import { map, filter, take, scan, switchMap, mergeMap, concatMap, debounceTime, catchError, retry, toArray, share, bufferCount, observeOn, withLatestFrom, finalize } from 'rxjs/operators';
import { TestScheduler } from 'rxjs/testing';
import { EventEmitter } from 'node:events';

of(1, 2, 3, 4).pipe(filter((x) => x % 2 === 0), map((x) => x * 10), scan((a, b) => a + b)).subscribe({ next: (x) => console.log('value', x), complete: () => console.log('complete') });
const subject = new Subject();
subject.pipe(bufferCount(2)).subscribe((pair) => console.log('pair', pair));
[1, 2, 3, 4].forEach((x) => subject.next(x));
const replay = new ReplaySubject(2);
[1, 2, 3].forEach((x) => replay.next(x));
replay.subscribe((x) => console.log('replayed', x));
combineLatest([new BehaviorSubject('a'), of(1, 2)]).subscribe((all) => console.log(all));
for (const [name, scheduler] of Object.entries({ asyncScheduler, asapScheduler, queueScheduler })) of(name).pipe(observeOn(scheduler)).subscribe((x) => console.log('on', x));
Promise.resolve().then(() => console.log('a promise'));
console.log('sync end');
console.log(await lastValueFrom(interval(2).pipe(take(4), toArray())));
console.log(await lastValueFrom(from([1, 2, 3]).pipe(concatMap((x) => timer(5 - x).pipe(map(() => x))), toArray())));
let tries = 0;
console.log(await firstValueFrom(defer(() => ++tries < 3 ? throwError(() => new Error('no')) : of('third time')).pipe(retry(5))));
console.log(await firstValueFrom(throwError(() => new TypeError('bad')).pipe(catchError((error) => of(error.name)))));
const emitter = new EventEmitter();
const heard = firstValueFrom(fromEvent(emitter, 'x').pipe(switchMap((x) => of(x * 2))));
emitter.emit('x', 21);
console.log(await heard);
new TestScheduler((actual, expected) => console.log('marbles', JSON.stringify(actual) === JSON.stringify(expected))).run(({ cold, expectObservable }) => expectObservable(cold('-a-b-c|').pipe(debounceTime(2))).toBe('------(c|)'));
