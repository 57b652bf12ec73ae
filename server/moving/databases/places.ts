import { openBetterAuth } from '../../auth/better-auth/better-auth.ts';
import type { Config } from '../../config.ts';
import { loadSecret, openSharedSecret, passingSecret } from '../../secret.ts';
import type { Place, PlaceDependencies } from '../../store/moving/place.ts';
import { postgresPlace } from '../../store/moving/postgres-place.ts';
import { sqlitePlace } from '../../store/moving/sqlite-place.ts';
import { sqliteFile } from '../../store/open-store.ts';

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
