import { done, type Outcome, refuse } from '../../../domain/problem/problem.ts';
import { decodeText } from '../../../domain/schedule/decode-text.ts';
import type { SafeFetch } from '../safe-fetch.ts';
import { isWholeCalendar, parseCalendar } from './parse-calendar.ts';
import type { Provider, ProviderRequest } from './provider.ts';

/** Any calendar feed, such as a team's in When I Work. The address is a secret: anyone who has it can read the feed. */
export function createCalendarFeed({
  safeFetch,
}: {
  readonly safeFetch: Pick<SafeFetch, 'fetch'>;
}): Provider {
  async function fetchText({ settings, signal, timeSlice }: ProviderRequest): Promise<Outcome<string>> {
    const response = await safeFetch.fetch({
      url: settings.address ?? '',
      headers: { accept: 'text/calendar' },
      signal,
    });
    if (!response.ok) return response;
    const { status, text, bytes } = response.value;
    if (status === 401 || status === 403 || status === 404) return refuse('schedule-refused');
    if (status !== 200) return refuse('schedule-unreadable');
    if (!text.includes('\uFFFD')) return done(text);
    await timeSlice.yieldNow();
    return done(decodeText(bytes));
  }

  return {
    key: 'ics',
    name: 'Calendar feed',
    risk: null,
    fields: [
      {
        name: 'address',
        label: 'Feed URL',
        kind: 'address',
        isSecret: true,
        isRequired: true,
        help:
          'It begins with https:// or webcal:// and often ends with .ics. In When I Work, go to My Schedule > ' +
          'Calendar Sync, then copy the link for Entire Schedule.',
      },
    ],
    async fetchLocations(request) {
      const fetched = await fetchText(request);
      if (!fetched.ok) return fetched;
      return isWholeCalendar(fetched.value) ? done([]) : refuse('schedule-unreadable');
    },
    async fetchSchedule(request) {
      const fetched = await fetchText(request);
      return fetched.ok ? parseCalendar(fetched.value, request) : fetched;
    },
  };
}
