import { parseMinutes } from '../../../domain/team/team.ts';
import { minutesOfDay } from '../../../domain/time/clock-time.ts';

/** What the typed shift length means, in the words of the rule: 'Shifts longer than 5 hours get one break, longer than 10 get two.' */
export function breakHint(typed: string): string {
  const minutes = parseMinutes(typed);
  if (minutes === 0) return 'No breaks.';
  if (minutes < 0 || minutes > minutesOfDay) return 'In minutes. 0 means no breaks.';
  const [one, two] =
    minutes % 60 === 0 ? [hours(minutes), minutes / 30] : [length(minutes), length(minutes * 2)];
  return `Shifts longer than ${one} get one break, longer than ${two} get two.`;
}

const hours = (minutes: number) => (minutes === 60 ? '1 hour' : `${minutes / 60} hours`);
const length = (minutes: number) =>
  [minutes >= 60 && `${Math.floor(minutes / 60)} h`, minutes % 60 > 0 && `${minutes % 60} min`]
    .filter(Boolean)
    .join(' ');
