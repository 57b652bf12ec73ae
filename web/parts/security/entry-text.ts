import type { SecurityLogEntry } from '../../../contract/security-log.ts';
import { describeSecurityEvent } from '../../../domain/team/security-event.ts';

type Person = NonNullable<SecurityLogEntry['person']>;

const nameOf = ({ id, name }: Person): string =>
  id === 'operator' ? 'Lineup administrator' : name || 'Deleted account';

/** Who an entry is about, or who did it if it is about nobody. */
export const whoOf = ({ person, by }: SecurityLogEntry): string => {
  const who = person ?? by;
  return who ? nameOf(who) : '';
};

/** What happened, and who did it to that person. */
export function whatOf({ type, details, person, by }: SecurityLogEntry): string {
  const what = describeSecurityEvent(type, details);
  return person && by
    ? `${what} by ${by.id === 'operator' ? 'your Lineup administrator' : nameOf(by)}`
    : what;
}
