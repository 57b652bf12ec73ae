import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import { largestLogo, logoAddress } from '../../domain/team/team.ts';
import type { LogoStore, StoredLogo } from '../database/store.ts';
import { imageId, imageType, isSvg } from '../image.ts';
import type { Documents } from '../live/documents.ts';
import type { Author } from '../live/staged-document.ts';
import type { SafeFetch } from '../schedules/safe-fetch.ts';

export interface Logos {
  upload(author: Author, team: string, base64: string): Promise<Outcome<{ logoUrl: string }>>;
  find(team: string, id: string): Promise<StoredLogo | null>;
  /** The picture at the address that the team has as its logo. Fetched once, then from the database. */
  findLinked(team: string, address: string): Promise<StoredLogo | null>;
}

interface Dependencies {
  readonly documents: Pick<Documents, 'issue' | 'find'>;
  readonly store: LogoStore;
  readonly safeFetch: Pick<SafeFetch, 'fetch'>;
  readonly timeout: (milliseconds: number) => AbortSignal;
  readonly now: () => number;
}

/** In bytes: people do not make a linked picture smaller before it is stored. */
const largestLinked = 2_000_000;
/** In milliseconds, with redirects and further attempts. */
const longestFetch = 20_000;
/** In milliseconds: a picture that could not be fetched is asked for again after this time. */
const failedFor = 10 * 60_000;

const field = 'base64';

export function createLogos({ documents, store, safeFetch, timeout, now }: Dependencies): Logos {
  let last: Promise<unknown> = Promise.resolve();
  /** Runs one after the other: of two uploads at once, neither may remove the picture that ends up shown. */
  function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
    const next = last.then(work);
    last = next.catch(() => {});
    return next;
  }

  async function show({ user: by, device }: Author, logo: StoredLogo): Promise<Outcome<{ logoUrl: string }>> {
    const { team, id } = logo;
    await store.put(logo);
    const logoUrl = logoAddress(team, id);
    const change = { type: 'team.logo', logoUrl } as const;
    const shown = await documents.issue({ team, document: team }, change, { by, device });
    if (shown.ok) {
      // Another node that showed another picture in the same moment may have removed this one before it was shown.
      await store.put(logo);
      await store.keepOnly(team, id, shown.value.version);
    }
    // The team and its pictures were deleted in the meantime.
    else if (shown.problem.code === 'document-missing') await store.remove(team, id);
    return shown.ok ? done({ logoUrl }) : shown;
  }

  const fetching = new Map<string, Promise<StoredLogo | null>>();
  const failed = new Map<string, number>();

  async function fetchLinked(team: string, id: string, url: string): Promise<StoredLogo | null> {
    const limits = { signal: timeout(longestFetch), timeout: longestFetch / 2, largest: largestLinked };
    const answer = await safeFetch.fetch({ url, ...limits });
    if (!answer.ok || answer.value.status !== 200) return null;
    const bytes = Buffer.from(answer.value.bytes);
    const type = imageType(bytes) ?? (isSvg(bytes) ? 'image/svg+xml' : null);
    return type === null ? null : { team, id, type, bytes };
  }

  async function fetchAndKeep(team: string, id: string, address: string): Promise<StoredLogo | null> {
    const stored = await documents.find({ team, document: team });
    if (stored?.body.kind !== 'team' || stored.body.logoUrl !== address) return null;
    const logo = await fetchLinked(team, id, address);
    if (!logo) {
      for (const [each, until] of failed) if (until <= now()) failed.delete(each);
      failed.set(`${team} ${id}`, now() + failedFor);
      return null;
    }
    await store.put(logo);
    await store.keepOnly(team, id, stored.version);
    // deleted in the meantime
    if (!(await documents.find({ team, document: team }))) await store.remove(team, id);
    return logo;
  }

  return {
    async findLinked(team, address) {
      const id = imageId(Buffer.from(address));
      const key = `${team} ${id}`;
      const kept = await store.find(team, id);
      if (kept || (failed.get(key) ?? 0) > now()) return kept;
      // a store's screens ask together
      const work = fetching.get(key) ?? fetchAndKeep(team, id, address).finally(() => fetching.delete(key));
      fetching.set(key, work);
      return work;
    },

    async upload(author, team, base64) {
      const bytes = Buffer.from(base64, 'base64');
      if (bytes.length > largestLogo) {
        return refuse('image-too-large', { field, details: { max: Math.floor(largestLogo / 1_000) } });
      }
      // Buffer skips what is not base64.
      const type = bytes.toString('base64') === base64 ? imageType(bytes) : null;
      if (type === null) return refuse('image-unreadable', { field });
      return oneAtATime(() => show(author, { team, id: imageId(bytes), type, bytes }));
    },

    find: store.find,
  };
}
