import { afterAll, beforeAll } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../test/postgres/shared-postgres.ts';
import { storeContract } from '../store.contract.ts';
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
