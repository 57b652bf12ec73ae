import type { Phrases } from './phrase-types.ts';

const from = (before: unknown, after: unknown): string => `from ${before} to ${after}`;
const minutes = (count: number): string => `${count} ${count === 1 ? 'minute' : 'minutes'}`;

export const teamPhrases = {
  'team.create': (_, { team }) => `created the team ${team.name.trim()}`,
  'team.rename': ({ before }, { name }) =>
    `renamed the team${before ? ` from ${before.name}` : ''} to ${name.trim()}`,
  'team.breaks': ({ before, after }, change) => {
    const next = after ?? change;
    const parts = [
      before?.breakMinMinutes !== next.breakMinMinutes &&
        `the shift length for a break ${before ? from(minutes(before.breakMinMinutes), minutes(next.breakMinMinutes)) : `to ${minutes(next.breakMinMinutes)}`}`,
      before?.breakTimerMinutes !== next.breakTimerMinutes &&
        `the break length ${before ? from(minutes(before.breakTimerMinutes), minutes(next.breakTimerMinutes)) : `to ${minutes(next.breakTimerMinutes)}`}`,
    ].filter((part) => part !== false);
    return parts.length > 0 ? `changed ${parts.join(' and ')}` : 'saved the break settings';
  },
  'team.day': ({ before }, { dayStart, timeZone }) => {
    const parts = [
      before?.dayStart !== dayStart &&
        `the start of the business day ${before ? from(before.dayStart, dayStart) : `to ${dayStart}`}`,
      before?.timeZone !== timeZone &&
        `the time zone ${before ? from(before.timeZone, timeZone) : `to ${timeZone}`}`,
    ].filter((part) => part !== false);
    return parts.length > 0 ? `changed ${parts.join(' and ')}` : 'saved the day settings';
  },
  'team.theme': () => 'changed the team’s color',
  'team.logo': (_, { logoUrl }) => (logoUrl === null ? 'removed the logo' : 'changed the logo'),
  'team.columns': () => 'saved the column titles of schedule files',
  'team.weekday': (_, { day, area, template }) =>
    template === null
      ? `removed the template of ${day}s in ${area.trim()}`
      : `chose the template of ${day}s in ${area.trim()}`,
  'team.lays': (_, { tomorrow }) =>
    tomorrow
      ? 'turned on that tomorrow’s layouts are made automatically'
      : 'turned off that tomorrow’s layouts are made automatically',
  'team.guide': (_, { isShown }) => `${isShown ? 'showed' : 'hid'} the setup steps`,
  'area.add': (_, { name }) => `added the area ${name.trim()}`,
  'area.rename': (_, { area, name }) => `renamed the area ${area} to ${name.trim()}`,
  'area.delete': (_, { area }) => `deleted the area ${area}`,
  'template.create': (_, { template }) => `created the template ${template.name.trim()}`,
  'template.rename': ({ before }, { name }) =>
    `renamed the template${before ? ` ${before.name}` : ''} to ${name.trim()}`,
  'template.area': ({ before }, { area }) =>
    `changed the area${before ? ` from ${before.area}` : ''} to ${area.trim()}`,
  'template.delete': ({ before }) => `deleted the template${before ? ` ${before.name}` : ''}`,
  'template.restore': ({ before }) => `restored the template${before ? ` ${before.name}` : ''}`,
} satisfies Partial<Phrases>;
