import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showToast, Toasts, toasts } from './toast.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('[PA39] a message goes after 5 seconds, but not while it has the focus', () => {
  const page = document.body.appendChild(document.createElement('div'));
  const root = createRoot(page);
  flushSync(() => root.render(<Toasts />));
  const pass = (milliseconds: number) => flushSync(() => vi.advanceTimersByTime(milliseconds));
  const dismiss = () => page.querySelector('button');
  const said = () => toasts().map(({ text }) => text);
  flushSync(() => void showToast({ text: 'Saved' }));
  pass(4_900);
  flushSync(() => dismiss()?.focus());
  pass(60_000);
  expect(said()).toEqual(['Saved']);
  flushSync(() => dismiss()?.blur());
  pass(4_900);
  expect(said()).toEqual(['Saved']);
  pass(100);
  expect(said()).toEqual([]);
  root.unmount();
  page.remove();
});
