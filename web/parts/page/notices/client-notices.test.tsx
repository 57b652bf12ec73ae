import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import type { Client } from '../../../../client/client.ts';
import { Emitter, ObservableValue } from '../../../../client/observable.ts';
import type { RefusedChange } from '../../../../client/outbox/outbox-storage.ts';
import type { ProblemCode } from '../../../../domain/problem/problem.ts';
import { ClientProvider } from '../client-context.tsx';
import { ClientNotices } from './client-notices.tsx';

test('[OB9] of a change that was refused and of its undo, one is said', async () => {
  const refused = new Emitter<RefusedChange>();
  const undo = { overruled: new Emitter(), missed: new Emitter(), notUndone: new Emitter() };
  const [isKept, restored, unreadable] = [true, null, 0].map((each) => new ObservableValue<unknown>(each));
  const [lost, team, othersChanges] = [0, 1, 2].map(() => new ObservableValue(null));
  const parts = { choices: { lost, team }, refused, undo, isKept, restored, unreadable, othersChanges };
  const client = parts as unknown as Client;
  const page = document.body.appendChild(document.createElement('div'));
  const root = createRoot(page);
  flushSync(() =>
    root.render(
      <ClientProvider client={client}>
        <ClientNotices />
      </ClientProvider>,
    ),
  );
  const change = { type: 'shift.edit', shift: 'ana', note: 'Opens' } as const;
  const refuse = (code: ProblemCode) =>
    flushSync(() => refused.emit({ team: 'north', document: 'monday', id: code, change, problem: { code } }));
  refuse('undo-missing');
  refuse('shift-missing');
  await expect.poll(() => page.querySelectorAll('li').length).toBe(1);
  expect(page.textContent).not.toContain('More');
  root.unmount();
  page.remove();
});
