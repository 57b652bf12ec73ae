import { expect, test } from 'vitest';
import { getMe, type Me } from '../contract/me.ts';
import { CurrentUser } from './client.ts';

const somebody = (id: string): Me => ({
  user: { id, firstName: id, lastName: 'Doe', email: `${id}@example.com` },
  teams: [],
});
const nobody: Me = { user: null, teams: [] };

/** A page whose requests are answered when the test says so. */
function openPage() {
  const answers: ((who: Me) => void)[] = [];
  const news: string[] = [];
  const user = new CurrentUser(
    () => new Promise((resolve) => answers.push((who) => resolve(Response.json(who)))),
    {
      nobody: () => news.push('nobody'),
      switched: (id) => news.push(`switched to ${id}`),
      updated: () => news.push('updated'),
      unreachable: () => news.push('unreachable'),
    },
  );
  return { user, answers, news };
}

test('an answer from before somebody signed in does not sign them out again', async () => {
  const { user, answers } = openPage();
  const loading = user.load();
  const signing = user.change(getMe, {}, () => {});
  answers[1]?.(somebody('ann'));
  expect(await signing).toMatchObject({ ok: true });
  answers[0]?.(nobody);
  expect(await loading).toBe(false);
  expect(user.me.get()).toEqual(somebody('ann'));
});

test('who the server says is here is not replaced by who was here last', () => {
  const { user } = openPage();
  user.set(somebody('bob'));
  user.presume(somebody('ann'));
  expect(user.me.get()).toEqual(somebody('bob'));
});

test('what is known already asks for nothing again', () => {
  const { user, news } = openPage();
  user.set(somebody('ann'));
  user.set(somebody('ann'));
  expect(news).toEqual(['switched to ann', 'updated']);
});
