import type { WebSocket } from 'ws';
import {
  type Conversation,
  type ConversationParts,
  converse,
  type Visitor,
  type Wire,
} from './conversation.ts';
import { encode } from './message.ts';

/** Every open page. */
export interface Connections {
  /** Serves a socket whose upgrade was answered, over `wire` if given; `visitor` is null for who is not signed in. */
  accept(socket: WebSocket, visitor: Visitor | null, wire?: Wire): void;
  /** A user joined a team, left one, or has another role or name. */
  membershipsChanged(user: string): void;
  /** The session ended. */
  signedOut(session: string): void;
  /** Something that lists of the team show has changed. Documents say so themselves. */
  listed(team: string): void;
  /** Answers what was asked, then hangs up on all. */
  close(): Promise<void>;
}

export function createConnections(parts: ConversationParts): Connections {
  const conversations = new Set<Conversation>();

  const inTeam = (team: string) => [...conversations].filter((conversation) => conversation.isIn(team));

  function listed(team: string): void {
    const frame = encode({ type: 'listed', team });
    for (const conversation of inTeam(team)) conversation.send(frame);
  }

  const stopListening = parts.documents.onListed(({ team, document }) => {
    listed(team);
    // The team has another name, which stands in what everyone was told about themselves.
    if (document === team) for (const conversation of inTeam(team)) conversation.membershipsChanged();
  });

  return {
    accept(socket, visitor, wire) {
      const conversation = converse(socket, wire ?? null, visitor, parts);
      conversations.add(conversation);
      socket.once('close', () => conversations.delete(conversation));
    },

    membershipsChanged(user) {
      for (const each of conversations) if (each.visitor?.user.id === user) each.membershipsChanged();
    },

    signedOut(session) {
      for (const each of conversations) if (each.visitor?.session === session) each.signedOut();
    },

    listed,

    async close() {
      stopListening();
      await Promise.all([...conversations].map((conversation) => conversation.close()));
    },
  };
}
