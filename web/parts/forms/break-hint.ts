import { parseMinutes } from '../../../domain/team/team.ts';
import { minutesOfDay } from '../../../domain/time/clock-time.ts';

/** What the typed shift length means: 'One break after 5 hours, two after 10.' */
export function breakHint(typed: string): string {
  const minutes = parseMinutes(typed);
  if (minutes === 0) return 'No breaks.';
  if (minutes < 0 || minutes > minutesOfDay) return 'In minutes. 0 means no breaks.';
  const [one, two] =
    minutes % 60 === 0 ? [hours(minutes), minutes / 30] : [length(minutes), length(minutes * 2)];
  return `One break after ${one}, two after ${two}.`;
}

const hours = (minutes: number) => (minutes === 60 ? '1 hour' : `${minutes / 60} hours`);
const length = (minutes: number) =>
  [minutes >= 60 && `${Math.floor(minutes / 60)} h`, minutes % 60 > 0 && `${minutes % 60} min`]
    .filter(Boolean)
    .join(' ');
