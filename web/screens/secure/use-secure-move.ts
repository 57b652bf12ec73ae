import { useEffect, useState } from 'react';
import { isTrusted } from '../../../client/device/secure-origin.ts';
import { countStoredChanges } from '../../../client/device/stored-changes.ts';
import type { SecureAddresses } from '../../../contract/secure.ts';
import { hasNotesDraft } from '../../parts/notes/notes-drafts.ts';
import { useClient } from '../../parts/page/client-context.tsx';
import { urls } from '../../urls.ts';

/** In milliseconds. */
const CHECK_INTERVAL = 3_000;

export type SecureMove =
  | { readonly state: 'checking' | 'untrusted' }
  /** Trusted, but changes that wait on this device would be left behind at the http address. */
  | { readonly state: 'waiting'; readonly changes: number; readonly isTheirs: boolean }
  | { readonly state: 'draft' }
  | { readonly state: 'moving'; readonly origin: string };

/** Checks whether this device trusts one of the https addresses, and then opens this page there. */
export function useSecureMove({ origins, fingerprint }: SecureAddresses): SecureMove {
  const client = useClient();
  const [move, setMove] = useState<SecureMove>({ state: 'checking' });

  useEffect(() => {
    let isGone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;

    async function check(): Promise<SecureMove> {
      const trusted = await Promise.all(origins.map((origin) => isTrusted(origin, fingerprint)));
      const origin = origins.find((_, index) => trusted[index]);
      if (origin === undefined) return { state: 'untrusted' };
      const own = client.unsaved.get();
      const changes = Math.max(own, await countStoredChanges().catch(() => 0));
      if (changes > 0) return { state: 'waiting', changes, isTheirs: own === 0 };
      return hasNotesDraft() ? { state: 'draft' } : { state: 'moving', origin };
    }

    async function follow() {
      clearTimeout(timer);
      const next = await check();
      if (isGone) return;
      setMove(next);
      if (next.state === 'moving') window.location.replace(next.origin + urls.secure);
      else timer = setTimeout(follow, CHECK_INTERVAL);
    }

    // People come back from the device's settings, or from a page whose changes are saved now.
    const again = () => document.visibilityState === 'visible' && void follow();
    document.addEventListener('visibilitychange', again);
    const stop = client.unsaved.subscribe(again);
    void follow();
    return () => {
      isGone = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', again);
      stop();
    };
  }, [client, origins, fingerprint]);

  return move;
}
