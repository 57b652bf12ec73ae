import type { User } from '../../domain/team/user.ts';
import type { OtherNodes } from './other-nodes.ts';

/** What live sessions are told. */
export interface SessionNews {
  /** A user joined a team, left one, or has another role. */
  membershipsChanged(user: string): void;
  teamDeleted(team: string): void;
  /** A person has another name or address. */
  personChanged(person: User): void;
  /** The sign-in session ended. */
  signedOut(session: string): void;
  /** The person's sign-in sessions may have ended: each of their pages looks. */
  sessionsChanged(person: string): void;
  /** Something shown in lists of the team has changed. Changes of documents are noticed without this. */
  listed(team: string): void;
}

/** The live sessions of all nodes: what one is told, the others are told as well. */
export function shareNews(
  sessions: SessionNews,
  nodes: Pick<OtherNodes, 'tellNews' | 'onNews'>,
  { recheckAll, hangUp }: { readonly recheckAll: () => void; readonly hangUp: () => void },
): SessionNews {
  const own: { readonly [Name in keyof SessionNews]: (about: string) => void } = {
    membershipsChanged: sessions.membershipsChanged,
    teamDeleted: sessions.teamDeleted,
    personChanged: (person) => sessions.personChanged(JSON.parse(person) as User),
    signedOut: sessions.signedOut,
    sessionsChanged: sessions.sessionsChanged,
    listed: sessions.listed,
  };
  nodes.onNews((news, about) => {
    if (news === 'gap') recheckAll();
    else if (news === 'anotherHistory') hangUp();
    // A newer version may tell more.
    else if (Object.hasOwn(own, news)) own[news as keyof SessionNews](about);
  });

  const everywhere = (news: keyof SessionNews) => (about: string) => {
    own[news](about);
    nodes.tellNews(news, about);
  };
  return {
    membershipsChanged: everywhere('membershipsChanged'),
    teamDeleted: everywhere('teamDeleted'),
    personChanged: (person) => everywhere('personChanged')(JSON.stringify(person)),
    signedOut: everywhere('signedOut'),
    sessionsChanged: everywhere('sessionsChanged'),
    listed: everywhere('listed'),
  };
}
