import { storeContract } from '../../server/database/store.contract.ts';
import { memoryStore } from './memory-store.ts';

storeContract('memory', () => {
  const store = memoryStore();
  return { open: async () => store, remove: async () => {} };
});
