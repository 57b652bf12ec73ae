import { done, type Outcome, refuse } from '../../../domain/problem/problem.ts';
import type { Door } from '../../safe-fetch/safe-fetch.ts';
import { isWholeCalendar, readCalendar } from './calendar.ts';
import type { Asking, Provider } from './provider.ts';

interface Parts {
  readonly door: Pick<Door, 'fetch'>;
}

/** Any calendar feed, such as the whole team's of When I Work. Its address is a secret: whoever has it can read it. */
export function createCalendarFeed({ door }: Parts): Provider {
  async function fetchText({ settings, signal }: Asking): Promise<Outcome<string>> {
    const answer = await door.fetch({
      url: settings.address ?? '',
      headers: { accept: 'text/calendar' },
      signal,
    });
    if (!answer.ok) return answer;
    const { status, text } = answer.value;
    if (status === 401 || status === 403 || status === 404) return refuse('schedule-refused');
    return status === 200 ? done(text) : refuse('schedule-unreadable');
  }

  return {
    key: 'ics',
    name: 'Calendar feed',
    risk: null,
    fields: [
      {
        name: 'address',
        label: 'Address of the feed',
        kind: 'address',
        isSecret: true,
        isRequired: true,
        help:
          'It begins with https:// or webcal:// and often ends with .ics. In When I Work, go to My Schedule > ' +
          'Calendar Sync, then copy the link for Entire Schedule.',
      },
    ],
    async locations(asking) {
      const fetched = await fetchText(asking);
      if (!fetched.ok) return fetched;
      return isWholeCalendar(fetched.value) ? done([]) : refuse('schedule-unreadable');
    },
    async read(terms) {
      const fetched = await fetchText(terms);
      return fetched.ok ? readCalendar(fetched.value, terms) : fetched;
    },
  };
}
