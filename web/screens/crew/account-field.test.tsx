import type { Crew } from '../../../domain/crew/crew.ts';
import { crewDocument } from '../../../domain/crew/crew-document.ts';
import { test } from '../../../test/page/clock.ts';
import {
  createLayout,
  createTeam,
  expect,
  post,
  read,
  register,
  shiftOf,
} from '../../../test/page/restaurant.ts';

test('[KI43] a manager unlinks a person also where the account is of somebody who became one with them', async ({
  page,
}) => {
  const manager = page.context();
  await register(manager, 'Ana');
  const { team } = await createTeam(manager);
  await createLayout(manager, team, { shifts: [shiftOf('Maria Lee'), shiftOf('Bo Kim')] });
  const { user } = await (await manager.request.get('/api/me')).json();
  const crew = () => read<Crew>(manager, team, crewDocument);
  const idOf = async (name: string) => (await crew()).people.find((each) => each.name === name)?.id ?? '';
  const [maria, bo] = [await idOf('Maria Lee'), await idOf('Bo Kim')];
  for (const change of [
    { type: 'person.link', person: bo, account: user.id },
    { type: 'person.merge', from: bo, into: maria },
  ]) {
    await post(manager, `/api/teams/${team}/documents/${crewDocument}/changes`, {
      id: change.type.replace('.', '-'),
      change,
    });
  }
  await page.goto('/crew');
  await page.getByRole('button', { name: 'Maria Lee' }).click();
  const account = page.getByLabel('Account', { exact: true });
  await expect(account).toHaveValue(user.id);
  await account.selectOption('');
  await expect(account).toHaveValue('');
  await expect.poll(async () => (await crew()).merged[0]?.account).toBe(null);
});
