import { done, type Outcome, refuse } from '../problem/problem.ts';
import { type ClockTime, fromMinutes, isClockTime, parseTime } from './clock-time.ts';

/** Hours 13 to 23 and 0: only a 24-hour clock has them. A bare number needs two digits at least. */
const onlyTwentyFourHour = /^(?:(1[3-9]|2[0-3])|(00?)(?=[:\d]))(?::?([0-5]\d)(?::[0-5]\d)?)?$/;
/** '9', '11', '9:00', '930', '1130', '09:00', '09:00:00'. */
const eitherHalf = /^(1[0-2]|0?[1-9])(?::?([0-5]\d)(?::[0-5]\d)?)?$/;

export const isTwentyFourHour = (text: string): boolean => onlyTwentyFourHour.test(text.trim());

/** None, one, or both halves of the day. Where a 24-hour clock is in use, '9:00' is the morning. */
export function readingsOf(text: string, isOnTwentyFourHours = false): readonly ClockTime[] {
  const trimmed = text.trim();
  const twentyFour = onlyTwentyFourHour.exec(trimmed);
  if (twentyFour) return [timeAt(Number(twentyFour[1] ?? 0), twentyFour[3])];
  const either = eitherHalf.exec(trimmed);
  if (either) {
    const hour = Number(either[1]);
    if (isOnTwentyFourHours) return [timeAt(hour, either[2])];
    return [timeAt(hour % 12, either[2]), timeAt((hour % 12) + 12, either[2])];
  }
  const time = parseTime(trimmed);
  return time === null ? [] : [time];
}

export function checkTime(time: string, field: string): Outcome<ClockTime> {
  if (time.trim() === '') return refuse('time-missing', { field });
  const code = readingsOf(time).length > 1 ? 'time-ambiguous' : 'time-unreadable';
  return isClockTime(time) ? done(time) : refuse(code, { field, details: { text: time } });
}

/** A typed time as it is stored, or the text itself if it isn't exactly one time. */
export function writtenOut(text: string, isOnTwentyFourHours = false): string {
  const [time, other] = readingsOf(text, isOnTwentyFourHours);
  return time !== undefined && other === undefined ? time : text;
}

/** Hours of two digits with a colon ('09:30') are a 24-hour clock's. What has no single meaning stays, for a rule to refuse. */
export const sentTime = (text: string): string =>
  (/^\d\d:\d\d(:\d\d)?$/.test(text) ? parseTime(text) : null) ?? writtenOut(text);

const timeAt = (hour: number, minutes = '0'): ClockTime => fromMinutes(hour * 60 + Number(minutes));
