import { expect, test } from 'vitest';
import { openReliableNetwork, team } from '../../test/simulation/reliable-network.ts';

const note = (text: string) => ({ type: 'shift.edit', shift: 'ana', note: text }) as const;

test('[AX8] what others change is said at once, then at most every 5 seconds, and what oneself does never', async () => {
  const { time, open } = await openReliableNetwork({ ann: 'manager', ben: 'manager', cem: 'lead' });
  const [ann, ben, cem] = [open('ann'), open('ben'), open('cem')];
  const said: unknown[] = [];
  ann.client.choices.chooseTeam(team);
  ann.client.choices.chooseLayout('monday');
  for (const { client } of [ann, ben, cem]) client.open('layout', team, 'monday').subscribe(() => {});
  await time.pass(1_000);
  const begin = time.now;
  const messages = ann.client.othersChanges;
  messages.subscribe(() => said.push([Math.round((time.now - begin) / 1_000), messages.get()]));
  const change = ({ client }: typeof ann, text: string) =>
    client.open('layout', team, 'monday').change(note(text));

  change(ann, 'mine');
  await time.pass(1_000);
  change(ben, '1');
  await time.pass(1_000);
  change(ben, '2');
  change(ann, 'mine again');
  await time.pass(1_000);
  change(cem, '3');
  await time.pass(1_000);
  change(ben, '4');
  await time.pass(20_000);
  change(cem, '5');
  await time.pass(1_000);
  expect(said).toEqual([
    [1, { number: 1, count: 1, by: ['ben'] }],
    [6, { number: 2, count: 3, by: ['ben', 'cem'] }],
    [24, { number: 3, count: 1, by: ['cem'] }],
  ]);
});
