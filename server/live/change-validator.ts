import { type Change, stepsOf } from '../../domain/change/change.ts';
import { linkedBy } from '../../domain/crew/account-links.ts';
import { BreakHistory, bringsBreaks } from '../../domain/day/break-history.ts';
import { daySettings } from '../../domain/day/layout.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import { uploadedLogo } from '../../domain/team/team.ts';
import type { Role } from '../../domain/team/user.ts';
import type { DocumentStore } from '../database/document-store.ts';
import type { LogoStore } from '../database/logo-store.ts';
import type { Batch } from './batch.ts';
import { createQuotaCheck, type Quotas } from './quotas.ts';
import {
  type Author,
  createsLayout,
  type StagedDocument,
  type WeighedChange,
  withSettings,
} from './staged-document.ts';
import { reachesOthers, type TeamPropagation } from './team-propagation.ts';

const setsLogo = (change: Change): boolean => stepsOf(change).some(({ type }) => type === 'team.logo');

/** Checks a person's change against the rest of their team and its history, which `apply` does not see. */
export interface ChangeValidator {
  /** The change as it can be made, or the problem with it. */
  validate(
    author: Author,
    weighed: WeighedChange,
    staged: StagedDocument,
    batch: Batch,
  ): Outcome<Change> | Promise<Outcome<Change>>;
}

interface ValidatorDependencies {
  readonly store: Pick<DocumentStore, 'changes' | 'count' | 'list'>;
  readonly logos: Pick<LogoStore, 'find'>;
  readonly findRole: (team: string, user: string) => Promise<Role | null>;
  readonly now: () => number;
  readonly quotas: Partial<Quotas> | undefined;
  readonly propagation: Pick<TeamPropagation, 'mayReach'>;
}

export function createChangeValidator({
  store,
  logos,
  findRole,
  now,
  quotas,
  propagation,
}: ValidatorDependencies): ChangeValidator {
  const quotaCheck = createQuotaCheck({ store, now, quotas });

  async function withTeamSettings(team: string, change: Change, batch: Batch): Promise<Change> {
    const { body } = await batch.stage({ team, document: team });
    return body?.kind === 'team' ? withSettings(change, daySettings(body)) : change;
  }

  /** A logo served from here must have been uploaded for this team. */
  async function usesForeignLogo(team: string, change: Change): Promise<boolean> {
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
    if (changes.size === 0 && document.breaks) return document.breaks.check(change);
    const breaks = new BreakHistory();
    for await (const stored of store.changes(document)) breaks.add(stored.change);
    if (changes.size === 0) document.breaks = breaks;
    for (const staged of changes.values()) breaks.add(staged.change);
    return breaks.check(change);
  }

  /** Only accounts of members are linked. The commit checks their roles with those of its authors. */
  async function checkLinks(accounts: readonly string[], staged: StagedDocument): Promise<Outcome<null>> {
    for (const user of accounts) {
      const role = await findRole(staged.document.team, user);
      if (role === null) return refuse('account-not-member', { field: 'account' });
      staged.authors.set(`${user}/${role}`, { user, role });
    }
    return done(null);
  }

  async function lookUp(
    author: Author,
    weighed: WeighedChange,
    staged: StagedDocument,
    batch: Batch,
  ): Promise<Outcome<Change>> {
    const { change } = weighed;
    const { team } = staged.document;
    if (reachesOthers(change)) {
      const reached = await propagation.mayReach(team, change, batch);
      if (!quotaCheck.spend(author, weighed, staged, reached)) return refuse('too-many-changes');
    }
    if (setsLogo(change) && (await usesForeignLogo(team, change)))
      return refuse('address-unsafe', { field: 'logoUrl' });
    const links = await checkLinks(linkedBy(change), staged);
    if (!links.ok) return links;
    if (staged.body === null) {
      const room = await quotaCheck.hasRoom(change, staged, batch);
      if (!room.ok) return room;
    }
    const complete = createsLayout(change) ? await withTeamSettings(team, change, batch) : change;
    return bringsBreaks(complete) ? checkBreaks(complete, staged) : done(complete);
  }

  return {
    validate(author, weighed, staged, batch) {
      const { change } = weighed;
      const mayReach = reachesOthers(change);
      if (!mayReach && !quotaCheck.spend(author, weighed, staged, null)) return refuse('too-many-changes');
      const needsLookups =
        mayReach ||
        staged.body === null ||
        createsLayout(change) ||
        setsLogo(change) ||
        bringsBreaks(change) ||
        linkedBy(change).length > 0;
      return needsLookups ? lookUp(author, weighed, staged, batch) : done(change);
    },
  };
}
