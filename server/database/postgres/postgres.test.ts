import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../test/postgres/shared-postgres.ts';
import { authorsContract } from '../authors.contract.ts';
import { devicesContract } from '../devices.contract.ts';
import { pinsContract } from '../pins.contract.ts';
import { pushContract } from '../push.contract.ts';
import { storeContract } from '../store.contract.ts';
import type { DatabaseStore } from '../store.ts';
import { openPostgresStore } from './postgres.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

storeContract('PostgreSQL', () => ({
  open: () => openPostgresStore(database.url),
  remove: () => database.empty(),
}));

describe('push subscriptions, devices and PINs on PostgreSQL', () => {
  let store: DatabaseStore;
  let other: DatabaseStore;
  beforeEach(async () => {
    store = await openPostgresStore(database.url);
    other = await openPostgresStore(database.url);
  });
  afterEach(async () => {
    await store.close();
    await other.close();
    await database.empty();
  });
  pushContract({ store: () => store });
  devicesContract({ store: () => store });
  pinsContract({
    nodes: () => [store, other],
    async reopen() {
      await store.close();
      store = await openPostgresStore(database.url);
    },
  });
});

describe('a commit on PostgreSQL depends on', () => {
  let store: DatabaseStore;
  beforeEach(async () => {
    store = await openPostgresStore(database.url);
  });
  afterEach(async () => {
    await store.close();
    await database.empty();
  });
  authorsContract({ open: () => store });
});
