import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { lazyScreen } from './lazy-screen.tsx';

const Greeting = ({ name }: { name: string }) => <p>Hello, {name}</p>;

test('a screen that was loaded shows at once', async () => {
  const Screen = lazyScreen(async () => ({ Greeting }), 'Greeting');
  expect(renderToStaticMarkup(<Screen name="Ana" />)).toContain('Loading');
  await Screen.load();
  expect(renderToStaticMarkup(<Screen name="Ana" />)).toBe('<p>Hello, Ana</p>');
});

test('a screen that failed to load is fetched again', async () => {
  let tries = 0;
  const Screen = lazyScreen(async () => {
    tries += 1;
    if (tries === 1) throw new TypeError('Failed to fetch dynamically imported module');
    return { Greeting };
  }, 'Greeting');
  await expect(Screen.load()).rejects.toThrow('Failed to fetch');
  await Screen.load();
  expect(renderToStaticMarkup(<Screen name="Ana" />)).toBe('<p>Hello, Ana</p>');
});

test('a screen that is asked for twice is fetched once', async () => {
  let tries = 0;
  const Screen = lazyScreen(async () => {
    tries += 1;
    return { Greeting };
  }, 'Greeting');
  await Promise.all([Screen.load(), Screen.load()]);
  expect(tries).toBe(1);
});
