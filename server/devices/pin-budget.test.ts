import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeDocument, getDocument } from '../../contract/documents.ts';
import { unlockKiosk } from '../../contract/kiosk.ts';
import { changeOwnPin, setPin } from '../../contract/pins.ts';
import { getTeamSecurityLog } from '../../contract/security-log.ts';
import { crewDocument } from '../../domain/crew/crew-document.ts';
import { newPerson } from '../../domain/crew/crew-index.ts';
import { pairDevice } from '../../test/servers/paired-devices.ts';
import {
  newcomer,
  newTeam,
  problemOf,
  type RunningServer,
  runServer,
  type Visitor,
} from '../../test/servers/running-server.ts';
import { newId } from '../id.ts';

const MINUTE = 60_000;

let server: RunningServer;
let time = Date.UTC(2026, 10, 28, 18);
let manager: Visitor;
let team: string;
const people = Array.from({ length: 10 }, (_, index) => `person${index}`);
beforeAll(async () => {
  server = await runServer({ now: () => time });
  manager = await newcomer(server.address, 'Maria');
  team = await newTeam(manager);
  await manager.call(getDocument, { params: { team, document: crewDocument } });
  for (const id of people) {
    const change = { type: 'person.add', person: newPerson(id, `${id} Kim`) } as const;
    const params = { team, document: crewDocument };
    await manager.call(changeDocument, { params, body: { id: newId(), change } });
    await manager.call(setPin, { params: { team, person: id }, body: { pin: '2580', role: 'lead' } });
  }
});
afterAll(() => server.stop());

const tablet = (name: string) =>
  pairDevice(server.address, manager, { team, kind: 'kiosk', name, role: 'lead' });
const said = (answer: { status: number; value: unknown }) =>
  answer.status === 200 ? 'unlocked' : (problemOf(answer)[1] as { code: string }).code;
const unlock = async (at: Visitor, person: string, pin: string) =>
  said(await at.call(unlockKiosk, { params: { team }, body: { person, pin } }));
const countOf = (answers: readonly string[], which: string) =>
  answers.filter((answer) => answer === which).length;

test('[PIN43] a tablet takes 30 wrong PINs across people, then one each quarter of an hour, and a manager reads of it', async () => {
  const [one, two] = [await tablet('One'), await tablet('Two')];
  const guesses: string[] = [];
  for (const person of people) {
    guesses.push(...(await Promise.all(Array.from({ length: 5 }, () => unlock(one, person, '0417')))));
  }
  expect([countOf(guesses, 'pin-wrong'), countOf(guesses, 'pin-wait')]).toEqual([30, 20]);
  const waiting = await one.call(unlockKiosk, { params: { team }, body: { person: 'person9', pin: '2580' } });
  expect(problemOf(waiting)).toEqual([
    429,
    {
      code: 'pin-wait',
      field: 'pin',
      details: { wait: '15 minutes', amount: 15, unit: 'minutes', seconds: 900 },
    },
  ]);
  const own = { person: 'person8', pin: '2580', next: '7412' };
  expect(said(await one.call(changeOwnPin, { params: { team }, body: own }))).toBe('pin-wait');
  expect(await unlock(two, 'person9', '2580')).toBe('unlocked');
  time += 15 * MINUTE;
  // the right ones of others bring no try back, and take none away
  for (const person of people) expect(await unlock(one, person, '2580')).toBe('unlocked');
  expect(await unlock(one, 'person0', '0417')).toBe('pin-wrong');
  expect(await unlock(one, 'person1', '2580')).toBe('pin-wait');
  const { entries } = (await manager.call(getTeamSecurityLog, { params: { team }, query: {} })).value;
  const told = entries.filter(({ details }) => details.name === 'One').map(({ type }) => type);
  expect(countOf(told, 'device-pins-stopped')).toBe(1);
  expect(countOf(told, 'pin-refused')).toBe(people.length);
});

test('[PIN4] 19 wrong ones a day end, also where the owner’s right PIN comes between', async () => {
  const kiosk = await tablet('Three');
  const answers: string[] = [];
  for (let day = 0; day < 6; day++) {
    for (let hour = 0; hour < 24; hour++) {
      time += 60 * MINUTE;
      if (hour < 19) answers.push(await unlock(kiosk, 'person0', '0417'));
      if (hour % 4 === 3) answers.push(await unlock(kiosk, 'person0', '2580'));
    }
  }
  expect(countOf(answers, 'pin-wrong')).toBeLessThan(25);
  expect(answers.at(-1)).toBe('pin-locked');
});
