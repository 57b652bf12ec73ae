import { BreakHistory, bringsBreaks } from '../../domain/break/break-history.ts';
import { costLimit, costOf } from '../../domain/change/budget.ts';
import { type Change, type SingleChange, stepsOf } from '../../domain/change/change.ts';
import { daySettings } from '../../domain/layout/layout.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import { uploadedLogo } from '../../domain/team/team.ts';
import type { DocumentRef, DocumentStore } from '../store/document-store.ts';
import type { LogoStore } from '../store/logo-store.ts';
import { createQuota, type Rate } from './quota.ts';
import { type Author, createsLayout, type StagedDocument, withSettings } from './staged-document.ts';

/** What a person asks for, looked at beside the rest of their team and its past. */
export interface ChangeValidator {
  /** The change as it may be made, or the problem with it. */
  admit(author: Author, change: Change, draft: StagedDocument, around: Batch): Promise<Outcome<Change>>;
}

/** The other documents that are changed in the same commit. */
export interface Batch {
  readonly drafts: ReadonlyMap<string, StagedDocument>;
  readonly draftFor: (name: DocumentRef) => Promise<StagedDocument>;
}

export interface Quotas {
  /** Of a team, those that were deleted among them. */
  readonly documents: number;
  readonly layoutsOfDate: number;
  /** Microseconds of judging a person's changes, by the estimate of `costOf`. */
  readonly work: Rate;
  /** Characters of history: of a person, and of a team. They come back within a day. */
  readonly ofPerson: Rate;
  readonly ofTeam: Rate;
}

/** Nobody gets there by running a restaurant. */
const generous: Quotas = {
  documents: 20_000,
  layoutsOfDate: 60,
  work: { most: 2_000_000, perSecond: 250_000 },
  ofPerson: { most: 100_000_000, perSecond: 1_200 },
  ofTeam: { most: 400_000_000, perSecond: 4_800 },
};

/** Changes of a team that its layouts and templates get too, and what that is taken to cost. */
const reaching: ReadonlySet<SingleChange['type']> = new Set([
  'team.breaks',
  'team.day',
  'area.rename',
  'area.delete',
]);
const reach = 95_000;

interface Parts {
  readonly store: Pick<DocumentStore, 'changesOfBreaks' | 'count' | 'list'>;
  readonly logos: Pick<LogoStore, 'find'>;
  readonly now: () => number;
  readonly quotas?: Partial<Quotas>;
}

export function createChangeValidator({ store, logos, now, quotas: given }: Parts): ChangeValidator {
  const quotas: Quotas = { ...generous, ...given };
  const work = createQuota({ ...quotas.work, now });
  const ofPerson = createQuota({ ...quotas.ofPerson, now });
  const ofTeam = createQuota({ ...quotas.ofTeam, now });

  const workOf = (change: Change, { body }: StagedDocument): number =>
    costOf(body, change) + (stepsOf(change).some(({ type }) => reaching.has(type)) ? reach : 0);

  function mayAfford({ user }: Author, change: Change, draft: StagedDocument): boolean {
    const length = JSON.stringify(change).length;
    return (
      // What costs more is refused before it is made.
      work.spend(user, Math.min(costLimit, workOf(change, draft))) &&
      ofPerson.spend(user, length) &&
      ofTeam.spend(draft.document.team, length)
    );
  }

  /** Is there room for a document that is new? */
  async function hasRoom(
    change: Change,
    { document }: StagedDocument,
    { drafts }: Batch,
  ): Promise<Outcome<null>> {
    const { team } = document;
    const made = [...drafts.values()].filter(
      (each) => each.document.team === team && each.document.version === 0 && each.body !== null,
    );
    if ((await store.count(team)) + made.length >= quotas.documents)
      return refuse('documents-too-many', { details: { max: quotas.documents } });
    for (const step of stepsOf(change)) {
      if (step.type !== 'layout.create') continue;
      const { date } = step.layout;
      const beside = made.filter(({ body }) => body?.kind === 'layout' && body.date === date);
      const listed = await store.list(team, 'layout', { from: date, to: date });
      if (listed.length + beside.length >= quotas.layoutsOfDate)
        return refuse('layouts-too-many', { details: { max: quotas.layoutsOfDate } });
    }
    return done(null);
  }

  async function withTeamSettings(team: string, change: Change, around: Batch): Promise<Change> {
    const { body } = await around.draftFor({ team, document: team });
    return body?.kind === 'team' ? withSettings(change, daySettings(body)) : change;
  }

  /** Only a picture that was uploaded for this team may be shown from here. */
  async function takesForeignLogo(team: string, change: Change): Promise<boolean> {
    for (const step of stepsOf(change)) {
      const uploaded = step.type === 'team.logo' && step.logoUrl !== null ? uploadedLogo(step.logoUrl) : null;
      if (!uploaded) continue;
      if (uploaded.team !== team || !(await logos.find(team, uploaded.image))) return true;
    }
    return false;
  }

  /** Only a break that was taken can be put back. */
  async function checkBreaks(
    change: Change,
    { document, changes }: StagedDocument,
  ): Promise<Outcome<Change>> {
    document.breaks ??= new BreakHistory(await store.changesOfBreaks(document));
    const known = document.breaks.check(change);
    if (known.ok || changes.size === 0) return known;
    return new BreakHistory([...changes.values()].map((each) => each.change)).check(change);
  }

  return {
    async admit(author, change, draft, around) {
      const { team } = draft.document;
      if (!mayAfford(author, change, draft)) return refuse('too-many-changes');
      if (await takesForeignLogo(team, change)) return refuse('address-unsafe', { field: 'logoUrl' });
      if (draft.body === null) {
        const room = await hasRoom(change, draft, around);
        if (!room.ok) return room;
      }
      const settled = createsLayout(change) ? await withTeamSettings(team, change, around) : change;
      return bringsBreaks(settled) ? checkBreaks(settled, draft) : done(settled);
    },
  };
}
