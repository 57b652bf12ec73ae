import { Client } from '../../client/client.ts';
import type { Transport } from '../../client/connection/transport.ts';
import type { DocumentView } from '../../client/document/document-view.ts';
import type { RefusedChange, WaitingChange } from '../../client/outbox/outbox-storage.ts';
import type { DocumentBody } from '../../domain/change/change.ts';
import type { User } from '../../domain/team/user.ts';
import type { DeviceClock } from './device-clock.ts';
import type { StorageUser } from './device-database.ts';
import type { DeviceStorage } from './device-storage.ts';
import type { SeededRandom } from './seeded-random.ts';

/** What the tabs of a device share. */
export interface Device {
  readonly index: number;
  readonly clock: DeviceClock;
  readonly storage: DeviceStorage;
  /** Local storage. */
  readonly memory: Map<string, string>;
  /** The sign-in cookie. */
  session: { readonly id: string; readonly user: User } | null;
  readonly tabs: Tab[];
  /** How many tabs were opened. */
  opened: number;
  /** Everyone who was signed in here. */
  readonly people: Map<string, User>;
  /** When the server last said something to one of its tabs, in simulated time. */
  heardAt: number;
  /** Called when the next change of one of its tabs is answered. */
  onAnswer: (() => void) | null;
}

/** What a tab tells the simulation, and what it needs of it. */
export interface TabEvents {
  readonly random: SeededRandom;
  readonly transport: Transport;
  now(): number;
  fetch(address: string, init: RequestInit): Promise<Response>;
  made(tab: Tab, change: WaitingChange): void;
  /** The device's disk has taken the change, or could not. */
  written(id: string, disk: 'kept' | 'failed'): void;
  sent(tab: Tab, text: string): void;
  heard(tab: Tab, text: string): void;
  refused(tab: Tab, refused: RefusedChange): void;
}

/** One page in a browser, with the product's own client. */
export class Tab implements StorageUser {
  readonly device: Device;
  /** For messages: the device's index and which of its tabs this is. */
  readonly name: string;
  readonly client: Client;
  /** Ends the subscription to a document. */
  readonly watched = new Map<string, () => void>();
  /** What it showed of each document in the end. */
  readonly lastViews = new Map<string, DocumentView<DocumentBody>>();
  /** Has it heard the server's time since the device's clock was set? */
  knowsTime = false;
  learnedAt = -1;
  /** When it asked for the server's time, for which no answer has come yet. */
  asked: number[] = [];
  isAlive = true;
  /** In simulated time. */
  readonly openedAt: number;
  /** How often the store had been restored when this tab last connected. */
  restores = 0;
  /** The same when it last heard of each document. */
  readonly synced = new Map<string, number>();
  /** The version that it showed last of each document, and after how many restores. */
  readonly shown = new Map<string, { readonly version: number; readonly restores: number }>();
  #sockets = new Set<() => void>();

  constructor(device: Device, events: TabEvents) {
    this.device = device;
    this.openedAt = events.now();
    this.name = `tab ${device.index}.${device.opened++}`;
    const storage = device.storage.open(this, events.written);
    this.client = new Client({
      storage: {
        ...storage,
        put: (change) => {
          events.made(this, change);
          return storage.put(change);
        },
      },
      copies: device.storage.openCopies(this),
      tabs: device.storage.channel(this),
      memory: {
        getItem: (key) => device.memory.get(key) ?? null,
        setItem: (key, text) => void (this.isAlive && device.memory.set(key, text)),
        removeItem: (key) => void (this.isAlive && device.memory.delete(key)),
      },
      transport: this.#transport(events),
      fetch: (address, init) => this.#whenResumed(events.fetch(address, init)),
      clock: device.clock.forTab(() => this.isAlive),
      random: events.random.bytes,
    });
    this.client.refused.on((refused) => events.refused(this, refused));
    device.tabs.push(this);
  }

  /** Who this page belongs to, as it knows. */
  get user(): string | null {
    return this.client.me.get()?.user?.id ?? null;
  }

  resume(run: () => void): void {
    this.device.clock.whenAwake(() => this.isAlive && run());
  }

  /** The person closes the tab, and the client can clean up. */
  close(): void {
    this.client.close();
    this.kill();
  }

  /** The tab is gone from one moment to the next. */
  kill(): void {
    this.isAlive = false;
    for (const close of this.#sockets) close();
    this.device.storage.killed(this);
    this.device.tabs.splice(this.device.tabs.indexOf(this), 1);
  }

  #transport({ transport, now, sent, heard }: TabEvents): Transport {
    return {
      connect: (events) => {
        const socket = transport.connect({
          opened: () => this.resume(events.opened),
          closed: () => this.resume(events.closed),
          received: (text) =>
            this.resume(() => {
              this.device.heardAt = now();
              heard(this, text);
              events.received(text);
            }),
        });
        const close = () => {
          this.#sockets.delete(close);
          socket.close();
        };
        this.#sockets.add(close);
        return {
          close,
          send: (text) => {
            if (!this.isAlive) return;
            sent(this, text);
            socket.send(text);
          },
        };
      },
      onReachable: (listener) => transport.onReachable(() => this.resume(listener)),
    };
  }

  #whenResumed<T>(promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      promise.then(
        (value) => this.resume(() => resolve(value)),
        (error) => this.resume(() => reject(error)),
      );
    });
  }
}
