import type { Me } from '../contract/auth.ts';
import type { Call, Endpoint, Response } from '../contract/endpoint.ts';
import type { BodyOf, Change, DocumentKind } from '../domain/change.ts';
import type { Outcome, Problem } from '../domain/problem.ts';
import type { Choices } from './choices.ts';
import type { LiveDocument } from './live-document.ts';
import type { Readable } from './readable.ts';

/** `reload`: the server speaks a newer protocol than this page. */
export type ConnectionState = 'connecting' | 'online' | 'offline' | 'reload';

/** A change the server refused after it had been shown. */
export interface RefusedChange {
  readonly team: string;
  readonly document: string;
  readonly change: Change;
  readonly problem: Problem;
}

/** The whole app without a screen. */
export interface Client {
  /** Who is signed in, and their teams, kept up to date; null until known. */
  readonly me: Readable<Me | null>;
  readonly connection: Readable<ConnectionState>;
  readonly choices: Choices;
  /** The server's clock, in milliseconds since 1970, as well as it is known. */
  now(): number;
  newId(): string;
  /** The one live copy of a document on this page. It is watched while someone subscribes. */
  open<Kind extends DocumentKind>(kind: Kind, team: string, document: string): LiveDocument<BodyOf<Kind>>;
  /** Makes a template or layout under a new id; it can be opened at once. The answer is its id. */
  create(team: string, change: Change): Outcome<string>;
  /** Calls an endpoint. A lost network is a problem like any other. */
  call<E extends Endpoint>(endpoint: E, call: Call<E>): Promise<Outcome<Response<E>>>;
  register(form: {
    firstName: string;
    lastName: string;
    email: string;
    password: string;
  }): Promise<Outcome<Me>>;
  signIn(form: { email: string; password: string }): Promise<Outcome<Me>>;
  signOut(): Promise<Outcome<Me>>;
  onRefused(listener: (refused: RefusedChange) => void): () => void;
  /** Some list of the team (layouts, templates, members) may have changed. */
  onListed(listener: (team: string) => void): () => void;
  close(): void;
}
