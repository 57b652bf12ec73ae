import { expect, test } from 'vitest';
import { eventually } from '../../../test/eventually.ts';
import { createDatabase } from '../../../test/postgres/shared-postgres.ts';
import type { Wake } from '../store.ts';
import { openPostgresStore } from './postgres.ts';

test('what is told while PostgreSQL is away does not fill the memory, and the newest of it arrives', async () => {
  const database = await createDatabase();
  const [here, there] = [await openPostgresStore(database.url), await openPostgresStore(database.url)];
  const heard: Wake[] = [];
  let gaps = 0;
  const listener = { heard: (wake: Wake) => heard.push(wake), gap: () => (gaps += 1) };
  const stops = [there.wakes?.listen(listener)];
  await eventually(() => expect(gaps).toBe(1));
  const news = (about: number) => ({ type: 'news', news: 'listed', about: `team-${about}` }) as const;
  here.wakes?.tell(Array.from({ length: 12_000 }, (_, about) => news(about)));
  stops.push(here.wakes?.listen({ heard() {}, gap() {} }));
  await eventually(() => expect(heard.at(-1)).toEqual(news(11_999)));
  expect(heard).toEqual(Array.from({ length: 5_000 }, (_, index) => news(7_000 + index)));
  for (const stop of stops) await stop?.();
  await here.close();
  await there.close();
  await database.drop();
});
