import { defaultDayStart, type Team } from '../../domain/team/team.ts';
import type { DocumentCommit } from '../../server/database/document-store.ts';

export const aTeam: Team = {
  kind: 'team',
  name: 'Harbor',
  areas: ['Kitchen', 'Front'],
  breakMinMinutes: 300,
  breakTimerMinutes: 30,
  dayStart: defaultDayStart,
  timeZone: 'UTC',
  primaryColor: null,
  logoUrl: null,
};
export const teamRef = { team: 'harbor', document: 'harbor' };

export const createTeam: DocumentCommit = {
  ...teamRef,
  kind: 'team',
  from: 0,
  changes: [{ version: 1, id: 'change-1', by: null, at: 1, change: { type: 'team.create', team: aTeam } }],
  columns: { name: 'Harbor', area: null, date: null },
  snapshot: null,
};

/** One more change after version `from`; every eighth writes a snapshot. */
export function rename(from: number): DocumentCommit {
  const version = from + 1;
  const name = `Harbor ${version}`;
  return {
    ...createTeam,
    from,
    changes: [
      { version, id: `change-${version}`, by: 'ann', at: version, change: { type: 'team.rename', name } },
    ],
    columns: { name, area: null, date: null },
    snapshot: version % 8 === 0 ? { ...aTeam, name } : null,
  };
}
