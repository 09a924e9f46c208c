// Zones, intervals, durations, locales, parsing, arithmetic over daylight saving.
import { DateTime, Duration, Interval, Settings, Info } from 'luxon';

const at = DateTime.fromISO('2024-03-30T12:00:00', { zone: 'Europe/Berlin' });
console.log(at.toISO(), at.plus({ days: 1 }).toISO(), at.plus({ hours: 24 }).toISO(), at.offsetNameShort, at.isInDST);
console.log(at.toFormat("yyyy LLL dd 'at' HH:mm ZZ"), at.setLocale('fr').toLocaleString(DateTime.DATE_FULL), at.setLocale('en-US').toLocaleString(DateTime.DATETIME_MED), at.setZone('America/Los_Angeles').toString());
console.log(DateTime.fromFormat('25 déc. 2023', 'dd LLL yyyy', { locale: 'fr' }).toISODate(), DateTime.fromISO('nope').invalidReason, DateTime.fromSQL('2020-01-02 03:04:05', { zone: 'utc' }).toISO(), DateTime.fromRFC2822('Tue, 01 Nov 2016 13:23:12 +0630').toUTC().toISO());
console.log(Interval.fromDateTimes(at, at.plus({ months: 2, days: 3 })).toDuration(['months', 'days']).toObject(), Interval.fromISO('2020-01-01/P1W').splitBy({ days: 3 }).map(String));
console.log(Duration.fromISO('P1Y2M10DT2H30M').toHuman({ locale: 'en' }), Duration.fromObject({ minutes: 150 }).shiftTo('hours', 'minutes').toISO(), at.diff(DateTime.fromISO('2020-02-29'), ['years', 'days']).toObject());
console.log(at.toRelative({ base: at.plus({ days: 2 }), locale: 'en' }), Info.months('short', { locale: 'es' }), Info.weekdays('long', { locale: 'en' }), at.weekNumber, at.ordinal, at.hasSame(at.endOf('month'), 'month'));
