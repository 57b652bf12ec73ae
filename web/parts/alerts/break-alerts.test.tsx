import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import type { Client } from '../../../client/client.ts';
import { ObservableValue } from '../../../client/observable.ts';
import { mapSeatsIn } from '../../../domain/plan/plan.ts';
import { buildLayout, buildRotation, buildShift } from '../../../test/builders.ts';
import { dismissToast, toasts } from '../../ui/message/toast.tsx';
import { ClientProvider } from '../page/client-context.tsx';
import { BoardAlerts } from './break-alerts.tsx';

afterEach(() => {
  for (const { id } of toasts()) dismissToast(id);
});

const clientAt = (now: () => number): Client => {
  const nobody = new ObservableValue(null);
  return { now, me: nobody, kiosk: { person: nobody }, choices: { team: nobody } } as unknown as Client;
};

test('[PU9] a board says once whose break became due since it was opened, and of many only some', () => {
  let now = 0;
  const client = clientAt(() => now);
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

test('[PU9] a board that slept for 25 minutes says once that a break is over, and not before', () => {
  let now = 0;
  const client = clientAt(() => now);
  const startedAt = Date.parse('2026-11-21T11:05:00-06:00');
  const running = { startedAt, startedBy: null, endedAt: null, endedBy: null };
  const chloe = { ...buildShift('Chloe Davis', '9:00 AM', '5:00 PM'), breaks: [running] };
  const layout = buildLayout({ date: '2026-11-21', shifts: [chloe] });
  const root = createRoot(document.createElement('div'));
  const lookAfter = (minutes: number) => {
    now = startedAt + minutes * 60_000;
    flushSync(() =>
      root.render(
        <ClientProvider client={client}>
          <BoardAlerts id="monday" layout={layout} />
        </ClientProvider>,
      ),
    );
    return toasts().map(({ text }) => text);
  };
  expect(lookAfter(1)).toEqual([]);
  expect(lookAfter(26)).toEqual([]);
  expect(lookAfter(31)).toEqual(['Break over: Chloe D.']);
  for (const { id } of toasts()) dismissToast(id);
  expect(lookAfter(32)).toEqual([]);
  expect(lookAfter(44)).toEqual([]);
  root.unmount();
});

test('[PU11] a board names who takes which position, as it is planned', () => {
  let now = 0;
  const relief = [{ position: 'till', from: '10:30 AM', to: '11:00 AM', by: 'Ben King' }];
  const ana = buildShift('Ana Price', '8:00 AM', '6:00 PM', {
    breaks: [null],
    planned: [{ kind: 'meal', start: '10:30 AM', minutes: 30, relief }],
  });
  const seats: Record<string, string[]> = { till: [ana.id] };
  const layout = buildLayout({
    shifts: [ana, buildShift('Ben King', '8:00 AM', '6:00 PM')],
    rotations: [mapSeatsIn(buildRotation('Morning', '8:00 AM', '2:00 PM'), ({ id }) => seats[id] ?? [])],
  });
  const root = createRoot(document.createElement('div'));
  for (const time of ['10:29', '10:30']) {
    now = Date.parse(`${layout.date}T${time}:00-06:00`);
    flushSync(() =>
      root.render(
        <ClientProvider client={clientAt(() => now)}>
          <BoardAlerts id="monday" layout={layout} />
        </ClientProvider>,
      ),
    );
  }
  expect(toasts().map(({ text }) => text)).toEqual(['Break for Ana P.: Ben K. takes till']);
  root.unmount();
});
