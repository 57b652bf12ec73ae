import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { register, signIn } from '../../contract/account.ts';
import { changeDocument, getDocument } from '../../contract/documents.ts';
import { checkDatabase } from '../../server/database/sqlite/check-database.ts';
import { eventually } from '../eventually.ts';
import {
  newcomer,
  newTeam,
  person,
  problemOf,
  runServer,
  type Visitor,
  visit,
} from '../servers/running-server.ts';
import { isOnPostgres } from '../stores/test-store.ts';
import { openSmallDisk } from './small-disk.ts';

const rename = async (visitor: Visitor, team: string, name: string) => {
  const body = { id: `rename-${name.replaceAll(' ', '-')}`, change: { type: 'team.rename', name } } as const;
  const answer = await visitor.call(changeDocument, { params: { team, document: team }, body });
  return answer.status === 200
    ? 'accepted'
    : (answer.value as unknown as { problem: { code: string } }).problem.code;
};
const nameOf = async (visitor: Visitor, team: string) =>
  (await visitor.call(getDocument, { params: { team, document: team } })).value.body;

describe.concurrent('a disk that fails', () => {
  test('[DU3] while the disk is full, changes are refused and nothing else; with room, they are taken again', async (context) => {
    const disk = openSmallDisk();
    if (!disk) return context.skip('This machine has neither a mountable file system nor prlimit.');
    context.onTestFinished(disk.remove);
    console.log(`Disk full: ${disk.kind}.`);
    const server = await disk.start();
    const ana = await newcomer(server.address, 'Ana');
    const team = await newTeam(ana);
    expect(await rename(ana, team, 'before')).toBe('accepted');

    disk.fill();
    const refused = [];
    for (let number = 0; number < 5; number += 1) refused.push(await rename(ana, team, `full ${number}`));
    expect(refused).toEqual(Array(5).fill('storage-failed'));
    const { email, password } = person('Ana');
    const visitor = visit(server.address);
    const registered = await visitor.call(register, { body: person('Ben') });
    const signedIn = await visitor.call(signIn, { body: { email, password } });
    for (const answer of [registered, signedIn])
      expect(problemOf(answer)).toEqual([503, { code: 'storage-failed' }]);
    const health = await ana.send('/readyz');
    expect([health.status, health.value]).toEqual([503, { status: 'storage-failed' }]);
    expect(await nameOf(ana, team)).toMatchObject({ name: 'before' });

    disk.free();
    expect(await rename(ana, team, 'full 3')).toBe('accepted');
    await eventually(async () => expect((await ana.send('/readyz')).status).toBe(200));
    await server.stop();
    const check = () => checkDatabase(join(disk.dataDir, 'lineup.db'));
    if (disk.isMounted) {
      // Opening the database needs room for the index of its log.
      disk.fill();
      expect(check).toThrow(/Its disk may be full or failing\.$/);
      disk.free();
    }
    const { damage, documentProblems, changes } = check();
    expect([damage, documentProblems, changes]).toEqual([[], [], 3]);
  });

  test.skipIf(isOnPostgres)(
    'changes wait three seconds for another program, and are refused for now after five',
    async (context) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'lineup-'));
      context.onTestFinished(() => rmSync(dataDir, { recursive: true }));
      const server = await runServer({ dataDir, log: pino({ level: 'silent' }) });
      const ana = await newcomer(server.address, 'Ana');
      const team = await newTeam(ana);
      const other = new DatabaseSync(join(dataDir, 'lineup.db'));

      other.exec('begin immediate');
      const waiting = rename(ana, team, 'waited');
      const order: string[] = [];
      waiting.then((outcome) => order.push(outcome));
      await setTimeout(3_000);
      order.push('unlocked');
      other.exec('rollback');
      await waiting;
      expect(order).toEqual(['unlocked', 'accepted']);

      other.exec('begin immediate');
      const [outcome, health] = await Promise.all([rename(ana, team, 'refused'), ana.send('/readyz')]);
      expect([outcome, health.status]).toEqual(['storage-failed', 503]);
      expect(await nameOf(ana, team)).toMatchObject({ name: 'waited' });
      other.exec('rollback');
      expect(await rename(ana, team, 'refused')).toBe('accepted');
      expect(await nameOf(ana, team)).toMatchObject({ name: 'refused' });
      other.close();
      await server.stop();
    },
  );
});
