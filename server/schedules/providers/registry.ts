import type { OutgoingConfig } from '../outgoing-config.ts';
import type { SafeFetch } from '../safe-fetch.ts';
import { createCalendarFeed } from './calendar-feed.ts';
import { createCallable } from './callable.ts';
import { createDeputy } from './deputy.ts';
import { createHotSchedules } from './hotschedules.ts';
import type { Provider } from './provider.ts';
import { createSevenShifts } from './sevenshifts.ts';

export interface ProviderDependencies {
  readonly safeFetch: Pick<SafeFetch, 'fetch'>;
  readonly config: Pick<OutgoingConfig, 'hotschedules' | 'sevenshifts' | 'deputy'>;
  readonly now: () => number;
}

/** Every schedule provider, in the order the screen offers them. To add one, see docs/add-a-provider.md. */
export function createProviders({ safeFetch, config, now }: ProviderDependencies): readonly Provider[] {
  return [
    createHotSchedules({ safeFetch, base: config.hotschedules }),
    createCallable({ safeFetch, now }),
    createSevenShifts({ safeFetch, base: config.sevenshifts }),
    createDeputy({ safeFetch, base: config.deputy }),
    createCalendarFeed({ safeFetch }),
  ];
}
