import { once } from 'node:events';
import { protocol, type ServerMessage } from '../../contract/live.ts';
import type { Visitor } from '../servers/running-server.ts';
import { idOf } from './page.ts';

interface Listeners {
  readonly onAccepted?: (id: string) => unknown;
  readonly onRefused?: (code: string) => unknown;
}

/**
 * Renames a team so many times, or until it is told to stop, as a page does it: a change is sent again until it is answered for
 * good, on a new connection where the old one broke. Returns the versions by the ids of the changes.
 */
export async function write(
  visitor: Pick<Visitor, 'live'>,
  team: string,
  name: string,
  count: number | AbortSignal,
  { onAccepted = () => {}, onRefused = () => {} }: Listeners = {},
): Promise<ReadonlyMap<string, number>> {
  const accepted = new Map<string, number>();
  const isOver = () => (typeof count === 'number' ? accepted.size >= count : count.aborted);
  while (!isOver()) {
    const socket = await visitor.live().catch(() => null);
    if (!socket) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      continue;
    }
    const closed = once(socket, 'close');
    socket.on('error', () => {});
    const send = () => {
      const id = idOf(`${name}${accepted.size}`);
      const change = { type: 'team.rename', name: `${name} ${accepted.size}` };
      socket.send(JSON.stringify({ type: 'change', team, document: team, id, change, again: true }));
    };
    socket.send(JSON.stringify({ type: 'hello', protocol }));
    send();
    socket.on('message', (data) => {
      const message: ServerMessage = JSON.parse(String(data));
      if (message.type === 'refused') {
        onRefused(message.problem.code);
        setTimeout(send, 50);
      }
      if (message.type !== 'accepted') return;
      accepted.set(message.id, message.version);
      onAccepted(message.id);
      if (isOver()) socket.close();
      else send();
    });
    await closed;
  }
  return accepted;
}
