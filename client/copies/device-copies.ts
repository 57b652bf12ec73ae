import * as z from 'zod/mini';
import type { listWorked } from '../../contract/crew.ts';
import type { listLayouts, listOutlooks, listTemplates } from '../../contract/documents.ts';
import type { Call, Endpoint, Response } from '../../contract/endpoint.ts';
import { type Me, me as person } from '../../contract/me.ts';
import { withoutReasons } from '../../domain/day/attendance.ts';
import type { Outcome } from '../../domain/problem/problem.ts';
import { addressOf } from '../calls/api.ts';
import type { ClientOptions } from '../client.ts';
import type { ServerTime } from '../connection/server-time.ts';
import { nameOf, type OpenDocuments } from '../document/open-documents.ts';
import type { Outbox } from '../outbox/outbox.ts';
import {
  type CopyStorage,
  type CopyVersion,
  mayRead,
  type RestoredDocument,
  type SavedDocument,
  savedDocument,
} from './copy-storage.ts';

const key = 'lastSeen';
/** A board that changed last an hour ago would open as of then, offline, though it was current until now. In milliseconds. */
const writeEvery = 10_000;

const schema = z.object({
  /** When the server answered last, by its clock and by the device's. */
  server: z.number(),
  wall: z.number(),
  documents: z.array(z.string()),
});
type LastSeen = z.infer<typeof schema>;

function parse(text: string | null): LastSeen | null {
  try {
    return z.safeParse(schema, JSON.parse(text ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}

interface PageState {
  readonly time: ServerTime;
  readonly documents: OpenDocuments;
  readonly outbox: Outbox;
}

/** The lists that a page shows without the server, by the path of their endpoint: the endpoints load with their screens. */
const keptPaths: ReadonlySet<string> = new Set<
  (typeof listLayouts | typeof listOutlooks | typeof listTemplates | typeof listWorked)['path']
>([
  '/api/teams/:team/layouts',
  '/api/teams/:team/layouts/outlook',
  '/api/teams/:team/templates',
  '/api/teams/:team/worked',
]);

const isKept = ({ method, path }: Endpoint): boolean => method === 'GET' && keptPaths.has(path);

/** Several changes in a row are stored once, or a tablet would write the whole board with each tap. In milliseconds. */
const saveAfter = 300;

/** What the person of this page saw last, kept on the device for when the server cannot be reached. */
export class DeviceCopies {
  readonly #options: ClientOptions;
  readonly #page: () => PageState;
  readonly #scheduled = new Set<string>();
  #before: LastSeen | null = null;
  #written = 0;
  #cancel = () => {};
  #me: Me | null = null;

  constructor(options: ClientOptions, page: () => PageState) {
    this.#options = options;
    this.#page = page;
  }

  get #user(): string | null {
    return this.#me?.user?.id ?? null;
  }

  get #storage(): CopyStorage | undefined {
    return this.#options.copies;
  }

  start(): void {
    if (!this.#storage) return;
    this.#before = parse(this.#options.memory.getItem(key));
    if (this.#before) this.#page().time.presume(this.#before);
    this.#rememberSeen();
  }

  close(): void {
    this.#cancel();
  }

  #rememberSeen(): void {
    this.#cancel = this.#options.clock.after(writeEvery, () => this.#rememberSeen());
    const { time, documents } = this.#page();
    const answer = time.lastAnswer;
    if (!answer || answer.server === this.#written) return;
    this.#written = answer.server;
    const current = documents
      .shown()
      .flatMap(([name, { restoredAt }]) => (restoredAt === null ? [name] : []));
    const seen: LastSeen = { ...answer, documents: current };
    this.#options.memory.setItem(key, JSON.stringify(seen));
  }

  /**
   * When the oldest document on screen was current, by the server's clock; null if that isn't known. `isRestored`: something
   * on screen is of an earlier page, and the server has not confirmed it.
   */
  asOf(): { readonly at: number | null; readonly isRestored: boolean } {
    const { time, documents } = this.#page();
    const before = this.#before;
    const restored = documents.shown().flatMap(([name, { restoredAt: at }]) => {
      if (at === null) return [];
      return before?.documents.includes(name) ? Math.max(at, before.server) : at;
    });
    return restored.length > 0
      ? { at: Math.min(...restored), isRestored: true }
      : { at: time.lastAnswer?.server ?? before?.server ?? null, isRestored: false };
  }

  async lastPerson(): Promise<Me | null> {
    const kept = await this.#storage?.person().catch(() => null);
    return z.safeParse(person, kept).data ?? null;
  }

  belongTo(me: Me | null): void {
    this.#me = me;
    this.#storage?.belongTo(me).catch(() => {});
  }

  /** Null where nothing can be kept, so that there is nothing to wait for. */
  loadDocument(name: string): Promise<RestoredDocument | null> | null {
    if (!this.#storage || this.#user === null) return null;
    return this.#load(name, savedDocument).catch(() => null);
  }

  saveDocument(team: string, document: string): void {
    const name = nameOf(team, document);
    const user = this.#user;
    const key = `${user} ${name}`;
    if (!this.#storage || user === null || this.#scheduled.has(key)) return;
    this.#scheduled.add(key);
    this.#options.clock.after(saveAfter, () => {
      this.#scheduled.delete(key);
      const copy = this.#page().documents.find(team, document);
      // the answers that are missing come, and the copy is stored then
      if (user !== this.#user || !copy || copy.isDoubtful) return;
      if (!copy.confirmed) {
        // what this page has not loaded, another may have stored
        if (copy.get().state !== 'gone') return;
        const removed = this.#storage?.remove(user, name);
        return void removed?.then(() => this.#page().outbox.copied(team, document, null)).catch(() => {});
      }
      void this.#storeDocument(team, document, copy.confirmed);
    });
  }

  /**
   * First the device learns which changes are answered, then it gets the copy that has them, and then it forgets them: a
   * page that opens in between shows each change once.
   */
  async #storeDocument(team: string, document: string, copy: SavedDocument): Promise<void> {
    const { outbox } = this.#page();
    const version = { epoch: copy.epoch, version: copy.version };
    const user = this.#user;
    await outbox.settled;
    const role = this.#me?.teams.find(({ id }) => id === team)?.role;
    // It may be from when this person was a lead.
    const told = role === 'viewer' ? { ...copy, body: withoutReasons(copy.body) } : copy;
    if (user === this.#user && (await this.#save(nameOf(team, document), told, version)))
      outbox.copied(team, document, version);
  }

  async keepAnswer<E extends Endpoint>(
    endpoint: E,
    call: Call<E>,
    answer: Promise<Outcome<Response<E>>>,
  ): Promise<Outcome<Response<E>>> {
    const outcome = await answer;
    if (outcome.ok && isKept(endpoint)) void this.#save(nameOfAnswer(endpoint, call), outcome.value);
    return outcome;
  }

  async loadAnswer<E extends Endpoint>(endpoint: E, call: Call<E>): Promise<Response<E> | null> {
    if (!isKept(endpoint)) return null;
    return (await this.#load(nameOfAnswer(endpoint, call), endpoint.response)) as Response<E> | null;
  }

  async #save(key: string, value: unknown, version?: CopyVersion): Promise<boolean> {
    const user = this.#user;
    if (!this.#storage || !this.#me || user === null || !mayRead(key, this.#me)) return false;
    const text = JSON.stringify(value);
    return this.#storage.save(user, { key, at: this.#page().time.now(), text, version }).then(
      () => true,
      () => false,
    );
  }

  async #load<T>(key: string, schema: z.core.$ZodType<T>): Promise<(T & { at: number }) | null> {
    const user = this.#user;
    if (!this.#storage || user === null) return null;
    const stored = await this.#storage.load(user, key).catch(() => null);
    if (!stored || user !== this.#user) return null;
    // Another version of the app may have stored it.
    const parsed = z.safeParse(schema, JSON.parse(stored.text));
    return parsed.success ? { ...parsed.data, at: stored.at } : null;
  }
}

function nameOfAnswer(endpoint: Endpoint, call: unknown): string {
  const given = call as { readonly params?: Readonly<Record<string, string>> };
  return `${given.params?.team ?? ''}${addressOf(endpoint.path, given)}`;
}
