import * as z from 'zod/mini';
import { type Envelope, plainId } from '../../contract/changes.ts';
import { waitingLimit } from '../../contract/live.ts';
import type { Me } from '../../contract/me.ts';
import {
  type Change,
  type DocumentBody,
  type DocumentKind,
  stampChange,
} from '../../domain/change/change.ts';
import { inverse, inverseUnseen } from '../../domain/change/inverse.ts';
import { mayChange } from '../../domain/change/may-change.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import type { Role } from '../../domain/team/user.ts';
import type { Connection } from '../connection/connection.ts';
import type { Clock } from '../connection/server-time.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { OutboxSender } from '../outbox/outbox-sender.ts';
import type { MadeChange, RefusedChange } from '../outbox/outbox-storage.ts';
import { type FollowedChange, pathsOf, type UndoStack } from '../undo/undo-stack.ts';
import type { DocumentMessage, GoneWhy, Made, MessageAbout } from './document-view.ts';

let words: typeof import('../../domain/history/phrases.ts') | undefined;

/** Fetched later than the board: the words for all changes are 4 KB, which nothing needs until one is made. */
export async function loadWords(): Promise<void> {
  words ??= await import('../../domain/history/phrases.ts');
}

interface DocumentPlace {
  readonly kind: DocumentKind;
  readonly team: string;
  readonly document: string;
}

type Refusal = Pick<MessageAbout<'refused'>, 'problem' | 'cause'>;

export interface ConfirmedVersion {
  readonly version: number;
  readonly epoch: string;
  readonly last: string | null;
}

export interface Author {
  readonly user: string;
  readonly role: Role;
  readonly now: number;
}

export function authorIn(me: Me | null, team: string, now: number): Author | null {
  const membership = me?.teams.find((each) => each.id === team);
  return me?.user && membership ? { user: me.user.id, role: membership.role, now } : null;
}

interface LinkDependencies {
  readonly connection: Connection;
  readonly outbox: Outbox;
  readonly sender: OutboxSender;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly author: (team: string) => Author | null;
  readonly made: (change: MadeChange) => void;
  readonly refused: (change: RefusedChange) => void;
  readonly undo: UndoStack;
  readonly receive: (message: DocumentMessage) => void;
  readonly heard: () => void;
  readonly layoutGone: (team: string, layout: string, why: GoneWhy) => void;
}

export type DocumentLink = ReturnType<typeof createDocumentLink>;

/** What a document's copy on this page does beyond itself. */
export function createDocumentLink(
  { kind, team, document }: DocumentPlace,
  { connection, outbox, sender, clock, ...page }: LinkDependencies,
) {
  const ref = { team, document };
  return {
    /** The change as this person makes it now, by the server's clock; refused if they may not. */
    sign(change: Change, undoes: string | null, seen: number): Outcome<Envelope> {
      const author = page.author(team);
      if (!author || !mayChange(author.role, kind, change)) return refuse('not-allowed');
      const stamped = stampChange(change, { now: author.now, by: author.user });
      return done({
        id: page.newId(),
        change: stamped,
        ...(undoes !== null && { undoes }),
        ...(seen > 0 && { seen }),
      });
    },
    /** Starts a watch, or asks a running one again. False without a connection. */
    watch(since: ConfirmedVersion | null): boolean {
      if (!sender.isReady) return false;
      if (z.safeParse(plainId, document).success) {
        const ids = outbox.of(team, document).map(({ id }) => id);
        const waiting = ids.length > 0 ? { waiting: ids.slice(0, waitingLimit) } : {};
        if (!since) return connection.send({ type: 'watch', ...ref, ...waiting });
        const { version, epoch, last } = since;
        return connection.send({
          type: 'watch',
          ...ref,
          since: version,
          epoch,
          ...waiting,
          ...(last === null ? {} : { last }),
        });
      }
      // URLs and stored choices can contain anything. What is not a valid id does not exist.
      clock.after(0, () => page.receive({ type: 'gone', ...ref, why: 'missing' }));
      return true;
    },
    unwatch: () => void connection.send({ type: 'unwatch', ...ref }),
    send(change: Envelope): void {
      page.made({ ...ref, change: change.change });
      sender.send({ ...ref, ...change });
    },
    accepted({ id, version }: MessageAbout<'accepted'>): void {
      outbox.answered(id, version);
      page.undo.accepted(id, version);
    },
    confirmed(answer: MessageAbout<'accepted'>): void {
      sender.confirmed(answer);
      page.undo.accepted(answer.id, answer.version);
    },
    refused(change: Envelope, { problem, cause }: Refusal): void {
      page.undo.refused(change.id);
      page.refused({ ...ref, ...change, problem, cause });
    },
    made({ id, change, undoes }: Envelope, before: DocumentBody | null, after: DocumentBody | null): Made {
      const undo = before === null ? inverseUnseen(change) : inverse(before, change, after);
      const say = () => words?.messageOf(before, change, after);
      const said = say();
      const description =
        said ??
        loadWords().then(
          () => say() ?? 'Saved',
          () => 'Saved',
        );
      if (!undo) return { id, undo, description, takeBack: () => ({ type: 'nothing' }) };
      const named = { description: said ?? 'Last change', paths: pathsOf(before, after) };
      const made = { kind, ...ref, id, change, undo, ...named };
      if (undoes === undefined) page.undo.record(made);
      return { id, undo, description, takeBack: () => page.undo.takeBack(made) };
    },
    /** The next version came, and was not just what is shown already. */
    followed: (change: Omit<FollowedChange, keyof DocumentPlace>) => page.undo.follow({ ...ref, ...change }),
    gone(why: GoneWhy): void {
      if (kind === 'layout') page.layoutGone(team, document, why);
    },
    heard: page.heard,
    after: (milliseconds: number, run: () => void) => clock.after(milliseconds, run),
  };
}
