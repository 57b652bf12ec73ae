import type { WebSocket } from 'ws';
import { type ClientMessage, protocol, type ServerMessage } from '../../contract/live.ts';
import type { Change } from '../../domain/change/change.ts';
import type { Visitor } from '../servers/running-server.ts';

type Heard<Type> = Extract<ServerMessage, { type: Type }>;

/** A page that keeps all it hears. */
export interface Page {
  readonly socket: WebSocket;
  readonly heard: ServerMessage[];
  say(message: ClientMessage): void;
  /** Resolves with the messages of a type when there are so many. */
  hear<Type extends ServerMessage['type']>(type: Type, count?: number): Promise<Heard<Type>[]>;
}

export async function openPage(visitor: Visitor, team: string): Promise<Page> {
  const socket = await visitor.live();
  const heard: ServerMessage[] = [];
  let look = () => {};
  socket.on('message', (data) => {
    heard.push(JSON.parse(String(data)));
    look();
  });
  const page: Page = {
    socket,
    heard,
    say: (message) => socket.send(JSON.stringify(message)),
    hear: <Type extends ServerMessage['type']>(type: Type, count = 1) =>
      new Promise<Heard<Type>[]>((resolve) => {
        look = () => {
          const found = heard.filter((each): each is Heard<Type> => each.type === type);
          if (found.length >= count) resolve(found);
        };
        look();
      }),
  };
  page.say({ type: 'hello', protocol });
  page.say({ type: 'watch', team, document: team });
  await page.hear('snapshot');
  return page;
}

/** As long as ids are. */
export const idOf = (name: string) => name.padEnd(22, '_');

export const change = (page: Page, team: string, document: string, id: string, change: Change) =>
  page.say({ type: 'change', team, document, id: idOf(id), change });

export const rename = (page: Page, team: string, id: string, name: string) =>
  change(page, team, team, id, { type: 'team.rename', name });
