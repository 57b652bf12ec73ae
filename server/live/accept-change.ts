import type { Envelope } from '../../contract/changes.ts';
import type { Change } from '../../domain/change/change.ts';
import { stepsOf } from '../../domain/change/define-change.ts';
import { linkedBy } from '../../domain/crew/account-links.ts';
import { isCrew } from '../../domain/crew/crew-document.ts';
import type { CrewFindings } from '../../domain/crew/link-shifts.ts';
import { bringsRecords, DayRecords } from '../../domain/history/day-records.ts';
import { asAnswered } from '../../domain/history/history.ts';
import type { RecordedChange } from '../../domain/history/undone.ts';
import { settingsOn } from '../../domain/planner/laws/laws.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import { uploadedLogo } from '../../domain/team/team.ts';
import { withoutSecondFactor } from '../../domain/team/user.ts';
import type { DocumentRef, FoundChange } from '../database/document-store.ts';
import type { PendingPropagation } from '../database/store.ts';
import type { Engine } from './engine.ts';
import type { LaneOrder } from './lanes.ts';
import {
  type Attribution,
  type Author,
  type Batch,
  checkAccess,
  createsLayout,
  type StagedDocument,
  stageChange,
  withSettings,
} from './staged-document.ts';
import { createCrewPropagation, reachesOthers, reachId, type TeamPropagation } from './team-propagation.ts';

const setsLogo = (change: Change): boolean => stepsOf(change).some(({ type }) => type === 'team.logo');

/** Checks a person's change against the rest of their team and its history, which `apply` does not see. */
function createChangeValidator({ store, now, quotaCheck }: Engine, propagation: TeamPropagation) {
  const { documents, logos, members } = store;

  async function withTeamSettings(team: string, change: Change, batch: Batch): Promise<Change> {
    const { body } = await batch.stage({ team, document: team });
    return body?.kind === 'team' ? withSettings(change, (date) => settingsOn(body, date)) : change;
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

  /** Nobody makes up a break, or an absence in another's name. */
  async function checkRecords(
    by: string,
    change: Change,
    { document, changes }: StagedDocument,
  ): Promise<Outcome<Change>> {
    const stamp = { now: now(), by };
    if (changes.size === 0 && document.records) return document.records.check(change, stamp);
    const records = new DayRecords();
    for await (const stored of documents.changes(document)) records.add(stored.change);
    if (changes.size === 0) document.records = records;
    for (const staged of changes.values()) records.add(staged.change);
    return records.check(change, stamp);
  }

  /** Only accounts of members are linked. The commit checks their roles with those of its authors. */
  async function checkLinks(accounts: readonly string[], staged: StagedDocument): Promise<Outcome<null>> {
    for (const user of accounts) {
      const role = await members.role(staged.document.team, user);
      if (role === null) return refuse('account-not-member', { field: 'account' });
      staged.authors.set(`${user}/${role}`, { user, role });
    }
    return done(null);
  }

  return async function validate(
    author: Author,
    { change, isCounted }: Pick<ChangeRequest, 'change' | 'isCounted'>,
    staged: StagedDocument,
    batch: Batch,
  ): Promise<Outcome<Change>> {
    const { team } = staged.document;
    const looks = reachesOthers(change);
    if (!isCounted && !quotaCheck.spend(author, change, staged, looks)) return refuse('too-many-changes');
    const reached = looks ? await propagation.mayReach(team, change, batch) : 0;
    if (!quotaCheck.spendReached(author, reached, isCounted)) return refuse('too-many-changes');
    if (!quotaCheck.spendHistory(author, change, staged, reached)) return refuse('too-many-changes');
    if (setsLogo(change) && (await usesForeignLogo(team, change)))
      return refuse('address-unsafe', { field: 'logoUrl' });
    const links = await checkLinks(linkedBy(change), staged);
    if (!links.ok) return links;
    if (staged.body === null) {
      const room = await quotaCheck.hasRoom(change, staged, batch);
      if (!room.ok) return room;
    }
    const complete = createsLayout(change) ? await withTeamSettings(team, change, batch) : change;
    return bringsRecords(complete) ? checkRecords(author.user, complete, staged) : done(complete);
  };
}

export interface ChangeRequest extends Envelope {
  readonly ref: DocumentRef;
  /** The server itself has none. */
  readonly author: Author | null;
  /** What history tells about it, if that differs from its author. */
  readonly attribution?: Partial<Attribution> | undefined;
  /** The version that the document must have; any by default. */
  readonly expected?: number | undefined;
  /** Its work was counted before it was made. */
  readonly isCounted?: true | undefined;
  /** Only the changes of pages are kept in order. */
  readonly order?: LaneOrder | undefined;
}

/** The version a change made, and when, in milliseconds since 1970. */
export type Accepted = Pick<FoundChange, 'version' | 'at'>;

interface Decided {
  readonly found: FoundChange;
  readonly learned?: CrewFindings | null | undefined;
}

/** In milliseconds. So long another node may be at work on a change: doing the same, both would lose to each other. */
const storedWithin = 60_000;

interface AcceptorParts {
  readonly propagation: TeamPropagation;
  /** Completes what a change began to reach, unless that is under way. */
  readonly goOn: (reach: PendingPropagation) => void;
}

export type AcceptChange = ReturnType<typeof createChangeAcceptor>;

export function createChangeAcceptor(engine: Engine, { propagation, goOn }: AcceptorParts) {
  const { now, quotaCheck, isSecondFactorMissing, logError } = engine;
  const { documents: store, reaches } = engine.store;
  const crews = createCrewPropagation(propagation);
  const validate = createChangeValidator(engine, propagation);

  /** Whether only somebody with the second factor that their team may require can make the change. */
  function mayNeedSecondFactor(author: Author, staged: StagedDocument, change: Change): boolean {
    const role = withoutSecondFactor(author.role);
    return role !== author.role && !checkAccess(staged, { ...author, role }, change).ok;
  }

  const findEarlier = async ({ document }: StagedDocument, id: string): Promise<FoundChange | null> =>
    document.version === 0 ? null : store.findChange(document, id);

  /** An earlier change of the author with its record; null if it isn't theirs, or its content isn't kept anymore. */
  async function findOwn(
    staged: StagedDocument,
    author: Author,
    id: string,
  ): Promise<Outcome<RecordedChange | null>> {
    const found = staged.changes.get(id) ?? (await findEarlier(staged, id));
    // It was refused, or is lost.
    if (!found) return refuse('undo-missing');
    if (!found.change || found.by !== author.user) return done(null);
    const { version, by, change, at } = found;
    const { team, document } = staged.document;
    const before = { at, document, version: version + 1 };
    // It is made again, to see whether the undo takes it back.
    if (!quotaCheck.spend(author, change, staged)) return refuse('too-many-changes');
    const record = found.record ?? (await store.history({ team, document, before, from: 0 }, 1))[0]?.record;
    return done(record ? { version, by, change, record } : null);
  }

  /** One at a time reaches the layouts of a team, in their order: else the older setting would be left on some of the days. */
  async function mustWait(
    { id, change }: ChangeRequest,
    { document }: StagedDocument,
    batch: Batch,
  ): Promise<boolean> {
    const open = reachesOthers(change) ? await reaches.find(document.team) : null;
    if (!open || open.id === reachId(document, id)) return false;
    if (batch.reaches.some(({ reach }) => reach.id === open.id)) return true;
    // Another node may be at work on it.
    if (store.commitGroups !== undefined && now() - open.at < storedWithin) return true;
    if (await store.findChange({ team: open.team, document: open.document }, open.change)) {
      goOn(open);
      return true;
    }
    // It was remembered for a change that could not be stored.
    await reaches.remove(open.team, open.id);
    return false;
  }

  async function hasTeam({ document }: StagedDocument, batch: Batch): Promise<boolean> {
    const { team } = document;
    return document.document === team || (await batch.stage({ team, document: team })).body !== null;
  }

  /**
   * Stages the change, or finds it among those accepted before: what a page sends again would be done twice. Nothing is staged
   * if it rejects. That is rare, and the store refuses it. So it is only searched for after that happened (`searchEarlier`), or
   * when the change cannot be made again: each tap would wait for the search.
   */
  async function decide(
    request: ChangeRequest,
    staged: StagedDocument,
    batch: Batch,
    searchEarlier: boolean,
  ): Promise<Outcome<Decided>> {
    const { author, id, change, undoes, seen, attribution, expected } = request;
    const access = checkAccess(staged, author, change);
    if (!access.ok) return access;
    if (author && mayNeedSecondFactor(author, staged, change)) {
      const isMissing = await isSecondFactorMissing?.(staged.document.team, author.user);
      if (isMissing) return refuse('second-factor-required');
    }
    const known = staged.changes.get(id) ?? (searchEarlier ? await findEarlier(staged, id) : null);
    if (known) return done({ found: known });
    if (expected !== undefined && staged.version !== expected) return refuse('too-busy');
    if (await mustWait(request, staged, batch)) return refuse('too-busy');
    // The team may have been deleted since the membership of the author was checked.
    if (staged.body === null && !(await hasTeam(staged, batch))) return refuse('document-missing');
    const checked = author ? await validate(author, request, staged, batch) : done(change);
    const mayUndo =
      checked.ok && author && undoes !== undefined ? await findOwn(staged, author, undoes) : done(null);
    // What the server itself takes back, as from history, it has computed.
    const isClaimed = author !== null && attribution?.undoes === undefined && checked.ok && mayUndo.ok;
    const valid = isClaimed ? asAnswered(checked.value, mayUndo.value?.record ?? {}) : checked;
    const stage = (staging: Change, undone: RecordedChange | null) =>
      stageChange(staged, {
        author,
        id,
        change: staging,
        now: now(),
        by: author?.user ?? null,
        device: author?.device,
        mayUndo: undone,
        seen,
        ...attribution,
      });
    const linked = valid.ok && mayUndo.ok ? await crews.link(valid.value, staged, batch) : null;
    const added = !valid.ok
      ? valid
      : mayUndo.ok
        ? stage(linked?.change ?? valid.value, mayUndo.value)
        : mayUndo;
    if (added.ok) return done({ found: added.value, learned: linked?.learned });
    const earlier = await findEarlier(staged, id);
    return earlier ? done({ found: earlier }) : added;
  }

  return async function acceptChange(
    request: ChangeRequest,
    staged: StagedDocument,
    batch: Batch,
    searchEarlier: boolean,
  ): Promise<Outcome<Accepted>> {
    const { body: before, version } = staged;
    let decided: Outcome<Decided>;
    try {
      decided = await decide(request, staged, batch, searchEarlier);
    } catch (error) {
      // Something that cannot be loaded is no reason to refuse the other requests.
      logError(error);
      return refuse('storage-failed');
    }
    if (!decided.ok) return decided;
    const { found, learned } = decided.value;
    const { change } = found;
    if (staged.version > version && change) {
      if (learned) await crews.learn(learned, staged.document.team, batch);
      await propagation.propagate(staged, before, { id: request.id, change }, batch);
      if (isCrew(staged.document)) await crews.propagate(staged, before, change, batch);
      if (stepsOf(request.change).some(({ type }) => type === 'layout.restore')) {
        await propagation.updateRestored(staged, batch);
        await crews.linkAll(staged, batch);
      }
    }
    return done({ version: found.version, at: found.at });
  };
}
