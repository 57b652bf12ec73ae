import { openBetterAuth } from '../../../accounts/better-auth.ts';
import type { Config } from '../../../config.ts';
import type { Place, PlaceDependencies } from '../../../database/moving/place.ts';
import { postgresPlace } from '../../../database/moving/postgres-place.ts';
import { sqlitePlace } from '../../../database/moving/sqlite-place.ts';
import { sqliteFile } from '../../../database/open-store.ts';
import { loadSecret, openSharedSecret, passingSecret } from '../../../secret.ts';

/** Where the data of an installation can be. */
export function createPlaces({ dataDir, secretFile }: Pick<Config, 'dataDir' | 'secretFile'>) {
  const dependencies: PlaceDependencies = {
    async makeAccountTables(store) {
      const keys = passingSecret().keysFor('sign-in');
      await openBetterAuth({ store, keys, publicUrl: null, logError: () => {} });
    },
    async checkSecret(store) {
      await openSharedSecret(secretFile, store);
    },
    async keepFingerprint(store) {
      if (await loadSecret(secretFile)) await openSharedSecret(secretFile, store);
    },
  };
  return {
    inFile: sqlitePlace(sqliteFile({ dataDir }), dependencies),
    inPostgres: (url: string, called: string): Place => postgresPlace({ url, called }, dependencies),
  };
}
