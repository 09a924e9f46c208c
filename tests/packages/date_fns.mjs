// Formats, arithmetic, intervals, locales, parsing.
import { format, addMonths, differenceInBusinessDays, eachWeekOfInterval, formatDistance, formatISO, intervalToDuration, isValid, parse, parseISO, startOfWeek, formatRelative, lightFormat, endOfQuarter, getISOWeek, closestTo, formatDuration, add } from 'date-fns';
import { de, fr, ja } from 'date-fns/locale';

const at = new Date(Date.UTC(2024, 1, 29, 12, 34, 56));
console.log(format(at, "yyyy-MM-dd'T'HH:mm:ss.SSSxxx"), format(at, 'PPPPpppp'), format(at, 'do MMMM, EEEE', { locale: de }), format(at, 'PPPP', { locale: ja }));
console.log(formatISO(addMonths(at, 12)), formatISO(startOfWeek(at, { weekStartsOn: 1 })), formatISO(endOfQuarter(at)), getISOWeek(at), differenceInBusinessDays(at, new Date(0)));
console.log(formatDistance(at, addMonths(at, -14)), formatDistance(at, addMonths(at, 1), { locale: fr, addSuffix: true }), formatRelative(at, add(at, { days: 2 })), formatDuration(intervalToDuration({ start: new Date(0), end: at })));
console.log(eachWeekOfInterval({ start: at, end: addMonths(at, 1) }).length, parse('31/12/1999', 'dd/MM/yyyy', new Date(0)).toISOString(), isValid(parse('x', 'P', at)), parseISO('2020-W10-3').toISOString(), lightFormat(at, 'yyyy'), closestTo(at, [new Date(0), addMonths(at, 1)]).getUTCMonth());
try { format(at, 'YYYY'); } catch (error) { console.log(error.name); }
