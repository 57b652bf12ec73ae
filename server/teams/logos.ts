import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import { largestLogo, logoAddress } from '../../domain/team/team.ts';
import type { Documents } from '../documents/documents.ts';
import type { Author } from '../documents/staged-document.ts';
import { imageId, imageType } from '../image.ts';
import type { LogoStore, StoredLogo } from '../store/logo-store.ts';

export interface Logos {
  upload(author: Author, team: string, base64: string): Promise<Outcome<{ logoUrl: string }>>;
  find(team: string, id: string): Promise<StoredLogo | null>;
}

interface Dependencies {
  readonly documents: Pick<Documents, 'issue'>;
  readonly store: LogoStore;
}

const field = 'base64';

export function createLogos({ documents, store }: Dependencies): Logos {
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

  return {
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
