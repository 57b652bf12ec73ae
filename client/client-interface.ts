import type { Call, Endpoint, Response } from '../contract/endpoint.ts';
import type { Me } from '../contract/me.ts';
import type { BodyOf, Change, DocumentKind } from '../domain/change/change.ts';
import type { Outcome } from '../domain/problem/problem.ts';
import type { ConnectionState } from './connection/connection.ts';
import type { Restored } from './connection/store-epoch.ts';
import type { DeviceCopies } from './copies/device-copies.ts';
import type { SignInEndpoint } from './current-user.ts';
import type { Choices } from './device/choices.ts';
import type { LiveDocument } from './document/document-view.ts';
import type { Observable } from './observable.ts';
import type { MadeChange, RefusedChange } from './outbox/outbox-storage.ts';
import type { Presence } from './presence/presence.ts';
import type { Undo } from './undo/undo.ts';

/** The whole app without a user interface. */
export interface Client {
  /** Who is signed in, and their teams, kept up to date; null until known. */
  readonly me: Observable<Me | null>;
  readonly connection: Observable<ConnectionState>;
  readonly choices: Choices;
  /** Who else edits the documents of this page. */
  readonly presence: Pick<Presence, 'others' | 'hold' | 'release' | 'leave'>;
  /** What the device kept for when the server cannot be reached. */
  readonly copies: Pick<DeviceCopies, 'asOf' | 'isStoring' | 'isBehind' | 'loadAnswer'>;
  /** How many changes of this person the server has not answered yet, in all documents. */
  readonly unsaved: Observable<number>;
  /** False when this device can't store changes: they last as long as the page. */
  readonly isKept: Observable<boolean>;
  /** How many changes wait on this device that a newer version of the app made, and this one can't read. */
  readonly unreadable: Observable<number>;
  /** That the server was restored from a backup since this device last saw it; null if it wasn't. */
  readonly restored: Observable<Restored | null>;
  /** The person's last changes on this page, to undo and redo. */
  readonly undo: Undo;
  /** The server's time in milliseconds since 1970, as estimated on this page. */
  now(): number;
  newId(): string;
  /** The one live copy of a document on this page. It is watched while someone subscribes. */
  open<Kind extends DocumentKind>(kind: Kind, team: string, document: string): LiveDocument<BodyOf<Kind>>;
  /** Creates a template or layout, which can be opened at once, and returns its id. */
  create(team: string, change: Change): Outcome<string>;
  /** Calls an endpoint. Network errors and aborts are returned as problems, like all others. */
  call<E extends Endpoint>(endpoint: E, call: Call<E>, signal?: AbortSignal): Promise<Outcome<Response<E>>>;
  /** Calls an endpoint that signs in or out, and switches this page to the person it returns. */
  changeUser<E extends SignInEndpoint>(endpoint: E, call: Call<E>): Promise<Outcome<Me>>;
  /** Applies all changes to the documents again, once something is loaded that some of them need. */
  refold(): void;
  onRefused(listener: (refused: RefusedChange) => void): () => void;
  /** Called for each change made on this page when it is sent. */
  onChangeMade(listener: (made: MadeChange) => void): () => void;
  /** The changes in a team that the server has not answered yet, in the order they were made. */
  unanswered(team: string): readonly MadeChange[];
  /** Called when a list of the team (layouts, templates, members) may have changed. */
  onListsChanged(listener: (team: string) => void): () => void;
  close(): void;
}
