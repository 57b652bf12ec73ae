import { applyNew } from '../../domain/change/budget.ts';
import { stampChange } from '../../domain/change/change.ts';
import { mayChange } from '../../domain/change/may-change.ts';
import { DayRecords } from '../../domain/history/day-records.ts';
import type { Problem } from '../../domain/problem/problem.ts';
import type { Documents } from '../../server/live/documents.ts';
import type { CommittedHistory } from './committed-history.ts';
import { passingRefusals, type SimulationRecord } from './record.ts';

interface ObserverOptions {
  readonly record: SimulationRecord;
  readonly history: CommittedHistory;
  readonly now: () => number;
}

/** Checks every answer of the engine at the moment it is given. */
export function observeEngine(documents: Documents, { record, history, now }: ObserverOptions): Documents {
  const restoresAtStart = record.restores.length;
  return {
    ...documents,
    async change(author, ref, envelope, ...order) {
      const { document } = ref;
      const made = record.made.get(envelope.id);
      if (made && made.user !== author.user) {
        record.violate(`${envelope.id} of ${made.user} was sent as a change of ${author.user}`);
      }
      // What a killed server still does with the roles before a restore reaches nobody.
      const isKilled = record.restores.length > restoresAtStart;
      if (!isKilled && !record.rolesWithin(author.user, now(), now()).includes(author.role)) {
        record.violate(`${envelope.id} was made as a ${author.role}, which ${author.user} is not`);
      }
      const [from, restores, began] = [history.version(document), record.restores.length, now()];
      const outcome = await documents.change(author, ref, envelope, ...order);
      if (outcome.ok || restores !== record.restores.length) return outcome;
      const to = history.version(document);
      if (passingRefusals.has(outcome.problem.code)) return outcome;
      record.refusedByServer.add(envelope.id);
      if (!fits(outcome.problem)) {
        record.violate(`${envelope.id} was refused as ${outcome.problem.code}, which does not fit`);
      }
      return outcome;

      function fits({ code }: Problem): boolean {
        if (code === 'not-allowed') {
          const kind = history.bodyAt(document, to)?.kind ?? 'layout';
          // The commit may find another role than the one that it was sent with.
          const roles = [author.role, ...record.rolesWithin(author.user, began, now())];
          return roles.some((role) => role !== null && !mayChange(role, kind, envelope.change));
        }
        if (code === 'document-missing' && from === 0) return true;
        const stamp = { now: now(), by: author.user };
        const stamped = stampChange(envelope.change, stamp);
        for (let version = from; version <= to; version++) {
          const applied = applyNew(history.bodyAt(document, version), stamped);
          if (!applied.ok && applied.problem.code === code) return true;
        }
        const changes = history.of(document).map(({ stored }) => stored.change);
        const breaks = new DayRecords(changes).check(envelope.change, stamp);
        return !breaks.ok && breaks.problem.code === code;
      }
    },
  };
}
