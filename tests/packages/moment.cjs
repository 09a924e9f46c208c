// Formats, parsing, arithmetic, durations, locales, calendars.
const moment = require('moment');
require('moment/locale/de');
require('moment/locale/ru');
moment.locale('en');

const at = moment.utc('2024-02-29T12:34:56Z');
console.log(at.format(), at.format('dddd, MMMM Do YYYY, h:mm:ss a'), at.format('[week] w, [day] DDDo, Qo'), at.clone().locale('de').format('LLLL'), at.clone().locale('ru').format('LL'));
console.log(at.clone().add(1, 'y').toISOString(), at.clone().subtract(1, 'M').endOf('month').format(), at.isoWeek(), at.diff('2020-01-01', 'months', true).toFixed(3), at.clone().startOf('isoWeek').format('L'));
console.log(moment('12-25-1995', 'MM-DD-YYYY').format('YYYY-MM-DD'), moment('2010 31 Feb', 'YYYY DD MMM').isValid(), moment.utc('5 minutes past', 'm').isValid(), moment.utc([2010, 1, 14]).valueOf());
console.log(moment.duration(3, 'days').humanize(), moment.duration('P3Y6M4DT12H30M5S').asDays().toFixed(2), moment.utc(0).from(moment.utc(3600e3)), moment.utc(0).calendar(moment.utc(86400e3)), moment.duration(1e8).toISOString());
console.log(JSON.stringify(at), moment.isMoment(at), moment.max(at, moment.utc(0)).year(), moment.weekdays(), at.isBetween('2024-01-01', '2025-01-01'));
