import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import { Toasts } from '../../ui/message/toast.tsx';
import { showChangeToast } from './change-toast.ts';

const page = document.body.appendChild(document.createElement('div'));
const root = createRoot(page);
afterEach(() => flushSync(() => root.render(null)));

const said = () => page.querySelector('.toast__text')?.textContent;

test.each([
  [true, 'Saved Ana’s shift on this device, not sent yet'],
  [false, 'Saved Ana’s shift'],
])('[OF18] what says that something was saved says that it waits: %s', async (isWaiting, text) => {
  flushSync(() => root.render(<Toasts isWaiting={isWaiting} />));
  const description = { text: 'Saved Ana’s shift', saysSaved: true };
  await showChangeToast({ id: 'one', undo: null, description });
  await expect.poll(said).toBe(text);
});

test('[OF18] what says something else says the same while it waits', async () => {
  flushSync(() => root.render(<Toasts isWaiting={true} />));
  const description = { text: 'Saved is on Grill', saysSaved: false };
  await showChangeToast({ id: 'two', undo: null, description });
  await expect.poll(said).toBe('Saved is on Grill');
});
