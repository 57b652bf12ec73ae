import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import type { Client } from '../../../client/client.ts';
import { ObservableValue } from '../../../client/observable.ts';
import { buildLayout, buildShift } from '../../../test/builders.ts';
import { dismissToast, toasts } from '../../ui/message/toast.tsx';
import { ClientProvider } from '../page/client-context.tsx';
import { BoardAlerts } from './break-alerts.tsx';

afterEach(() => {
  for (const { id } of toasts()) dismissToast(id);
});

test('[PU9] a board says once whose break became due since it was opened, and of many only some', () => {
  let now = 0;
  const client = { now: () => now, choices: { team: new ObservableValue(null) } } as unknown as Client;
  const shift = (name: string, startTime: string) => ({
    ...buildShift(name, startTime, '6:00 PM'),
    breaks: [null],
  });
  const later = ['Ana Price', 'Bo Park', 'Liam Park', 'Noor Abbas'].map((name) => shift(name, '8:00 AM'));
  const layout = buildLayout({ shifts: [shift('Chloe Davis', '7:55 AM'), ...later] });
  const root = createRoot(document.createElement('div'));
  const lookAt = (time: string) => {
    now = Date.parse(`${layout.date}T${time}:00-06:00`);
    flushSync(() =>
      root.render(
        <ClientProvider client={client}>
          <BoardAlerts id="monday" layout={layout} />
        </ClientProvider>,
      ),
    );
    return toasts().map(({ text }) => text);
  };
  expect(lookAt('12:56')).toEqual([]);
  expect(lookAt('13:01')).toEqual(['Break due: Ana P., Bo P., Liam P. and 1 more']);
  for (const { id } of toasts()) dismissToast(id);
  expect(lookAt('13:02')).toEqual([]);
  root.unmount();
});
