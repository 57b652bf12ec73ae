import type { WebSocket } from 'ws';
import { type ClientMessage, protocol, type ServerMessage } from '../../contract/live.ts';
import type { Visitor } from '../servers/running-server.ts';

/** A page of somebody, with all that it was told. */
export interface LivePage {
  readonly told: readonly ServerMessage[];
  /** The first answer of the kind; null if the server hangs up before. */
  ask(message: ClientMessage, isAnswer: (answer: ServerMessage) => boolean): Promise<ServerMessage | null>;
  /** What it was told, or will be; null if the server hangs up before. */
  hears(isIt: (message: ServerMessage) => boolean): Promise<ServerMessage | null>;
  watch(team: string, document: string): Promise<boolean>;
  close(): void;
}

export async function openLivePage(visitor: Visitor): Promise<LivePage> {
  const socket: WebSocket = await visitor.live();
  const told: ServerMessage[] = [];
  let looks: (() => void)[] = [];
  const lookAgain = () => {
    for (const look of [...looks]) look();
  };
  socket.on('message', (data) => {
    told.push(JSON.parse(String(data)));
    lookAgain();
  });
  socket.on('close', lookAgain);

  const hearsFrom = (from: number, isIt: (message: ServerMessage) => boolean) =>
    new Promise<ServerMessage | null>((resolve) => {
      const look = () => {
        const found = told.slice(from).find(isIt);
        if (!found && socket.readyState === socket.OPEN) return;
        looks = looks.filter((each) => each !== look);
        resolve(found ?? null);
      };
      looks.push(look);
      look();
    });

  const ask: LivePage['ask'] = (message, isAnswer) => {
    const from = told.length;
    socket.send(JSON.stringify(message));
    return hearsFrom(from, isAnswer);
  };

  await ask({ type: 'hello', protocol }, ({ type }) => type === 'me');
  return {
    told,
    ask,
    hears: (isIt) => hearsFrom(0, isIt),
    async watch(team, document) {
      const answer = await ask(
        { type: 'watch', team, document },
        (each) => (each.type === 'snapshot' || each.type === 'gone') && each.document === document,
      );
      return answer?.type === 'snapshot';
    },
    close: () => socket.terminate(),
  };
}
