import * as z from 'zod/mini';
import { documentBody } from '../../contract/changes.ts';
import type { Me } from '../../contract/me.ts';
import type { DocumentBody } from '../../domain/change/change.ts';
import { crewDocument } from '../../domain/crew/crew-document.ts';
import { mayRunTheDay } from '../../domain/team/user.ts';

export interface SavedDocument {
  readonly version: number;
  /** Of the store that the version belongs to. */
  readonly epoch: string;
  /** The `changeKey` of the change that made the version; null if the server didn't say. */
  readonly last: string | null;
  readonly body: DocumentBody;
}

/** One that the device kept. `at`: when it was stored, by the server's clock. */
export type RestoredDocument = SavedDocument & { readonly at: number };

export const savedDocument = z.object({
  version: z.number(),
  epoch: z.string(),
  last: z.nullable(z.string()),
  body: documentBody,
});

export interface StoredCopy {
  readonly key: string;
  /** When it was current, by the server's clock. */
  readonly at: number;
  readonly text: string;
  /** Of a document. Absent from lists, and from copies of earlier versions of the app. */
  readonly version?: CopyVersion;
}

/** Versions of one store can be compared. */
export interface CopyVersion {
  readonly epoch: string;
  readonly version: number;
}

/** Stores what one person saw last, on the device. Where the browser does not allow it, every call rejects. */
export interface CopyStorage {
  person(): Promise<Me | null>;
  /** Deletes the copies of anyone else, and what this person may not read, or may read less of than before; with null, all. */
  belongTo(me: Me | null): Promise<void>;
  /** Null also when the copies belong to someone else by now. */
  load(user: string, key: string): Promise<StoredCopy | null>;
  /** Stores nothing when the copies belong to someone else by now, or when another tab has stored a later version. */
  save(user: string, copy: StoredCopy): Promise<void>;
  remove(user: string, key: string): Promise<void>;
}

export type CopySize = Omit<StoredCopy, 'text'> & { readonly length: number };

export const isLater = (one: CopyVersion | undefined, other: CopyVersion | undefined): boolean =>
  one !== undefined && one.epoch === other?.epoch && one.version > other.version;

/** A device that ran out of room could store no changes. The texts together are measured in UTF-16 units. */
export const mostCopies = 150;
export const mostText = 10_000_000;

const roleFor = (key: string, me: Me | null) =>
  me?.teams.find(({ id }) => key.startsWith(`${id}/`))?.role ?? null;

/** The crew, and how often people worked where, are not for viewers. */
export function mayRead(key: string, me: Me): boolean {
  const role = roleFor(key, me);
  const [team = '', ...rest] = key.split('/');
  if (role === null || mayRunTheDay(role)) return role !== null;
  return rest.join('/') !== crewDocument && !rest.join('/').startsWith(`api/teams/${team}/worked`);
}

/** `before`: as whom it was stored. What a lead was told of a day is more than what viewers are. */
export function mayStay(key: string, me: Me, before: Me | null): boolean {
  const [role, was] = [roleFor(key, me), roleFor(key, before)];
  const isLess = role !== null && was !== null && mayRunTheDay(was) && !mayRunTheDay(role);
  return !isLess && mayRead(key, me);
}

/** The keys of the oldest copies, without which the others are within the limits. */
export function copiesToDrop(sizes: readonly CopySize[]): readonly string[] {
  const newestFirst = [...sizes].sort((one, other) => other.at - one.at);
  let length = 0;
  return newestFirst
    .filter((copy, index) => {
      length += copy.length;
      return index >= mostCopies || length > mostText;
    })
    .map(({ key }) => key);
}
