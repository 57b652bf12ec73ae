import { createHmac, randomBytes } from 'node:crypto';
import type { DocumentBody } from '../../domain/change/change.ts';
import { kioskCrew } from '../../domain/crew/kiosk-view.ts';
import { wallLayout, wallTeam } from '../../domain/day/wall-view.ts';
import type { DeviceKind } from '../../domain/team/device.ts';
import type { CachedDocument } from './document-cache.ts';
import type { Watcher } from './feed.ts';
import type { Output } from './slow-clients.ts';

/** In milliseconds, between two snapshots of a document: an import makes hundreds of versions, and a device shows the last. */
export const wallPause = 500;

/** In bytes, and in milliseconds: with more unread, a device is sent the next snapshot once it has read what there is. */
const mostUnread = 64_000;
const lookAgain = 1_000;

export type DeviceFeed = ReturnType<typeof createDeviceFeed>;

/**
 * Sends devices what they may see of a document: the whole of each version, made once for all of them, and never a change,
 * which could tell more. No document is for two kinds of devices: kiosks see all but the crew as people do. `key` names the
 * shifts, so that they have the same names on every node.
 */
export function createDeviceFeed(key: Uint8Array = randomBytes(32)) {
  const made = new WeakMap<CachedDocument, { readonly version: number; readonly text: Buffer }>();
  /** Those that sent something a moment ago. */
  const resting = new Set<CachedDocument>();

  function snapshotOf(cached: CachedDocument, device: DeviceKind): Buffer | null {
    const known = made.get(cached);
    if (known?.version === cached.version) return known.text;
    const { team, document, version, lastChange, body } = cached;
    const opaque = (shift: string) =>
      createHmac('sha256', key)
        .update(JSON.stringify([team, document, shift]))
        .digest('base64url')
        .slice(0, 22);
    const told = device === 'kiosk' ? forKiosk(body) : forWall(body, opaque);
    if (told === null) return null;
    const id = lastChange ?? undefined;
    const text = Buffer.from(JSON.stringify({ type: 'snapshot', team, document, version, id, body: told }));
    made.set(cached, { version, text });
    return text;
  }

  function sendToAll(cached: CachedDocument): void {
    for (const { device, send } of cached.watchers) {
      const text = device ? snapshotOf(cached, device) : null;
      if (text) send(text);
    }
  }

  return {
    /** False if its kind doesn't see such documents. */
    join(cached: CachedDocument, { send }: Watcher, device: DeviceKind): boolean {
      const text = snapshotOf(cached, device);
      if (text) send(text);
      return text !== null;
    },

    /** There is another version, which comes at once, or after a pause with those that follow. */
    changed(cached: CachedDocument): void {
      if (resting.has(cached)) return;
      const { version } = cached;
      sendToAll(cached);
      resting.add(cached);
      setTimeout(() => {
        resting.delete(cached);
        if (cached.version !== version) this.changed(cached);
      }, wallPause).unref();
    },
  };
}

const forKiosk = (body: DocumentBody | null) => (body?.kind === 'crew' ? kioskCrew(body) : null);

function forWall(body: DocumentBody | null, opaque: (shift: string) => string) {
  if (body?.kind === 'team') return wallTeam(body);
  return body?.kind === 'layout' ? wallLayout(body, opaque) : null;
}

/** Sends a device the newest snapshot of a document, and none that another took the place of while it read. */
export function createNewestSender(output: Pick<Output, 'buffered' | 'sendEncoded'>) {
  let waiting: Buffer | null = null;
  let timer: NodeJS.Timeout | undefined;

  function send(): void {
    timer = undefined;
    if (waiting === null) return;
    if (output.buffered() > mostUnread) {
      timer = setTimeout(send, lookAgain).unref();
      return;
    }
    output.sendEncoded(waiting);
    waiting = null;
  }

  return {
    send(text: Buffer): void {
      waiting = text;
      if (timer === undefined) send();
    },
    stop(): void {
      clearTimeout(timer);
      waiting = null;
    },
  };
}
