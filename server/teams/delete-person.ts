import { deletePerson } from '../../contract/crew.ts';
import { crewDocument, crewIndex, emptyCrew } from '../../domain/crew/crew.ts';
import { createForgetting, type Forgetting } from '../../domain/crew/forget-person.ts';
import { sortShifts } from '../../domain/day/shift.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import { mayManage } from '../../domain/team/user.ts';
import type { DocumentRef, Rewriting } from '../database/document-store.ts';
import type { Serve } from '../door/endpoint.ts';
import { authorOf } from '../door/guard.ts';
import type { Parts } from '../endpoint-parts.ts';
import { newId } from '../id.ts';
import { createTimeSlice } from '../live/work-turns.ts';

/**
 * Deletes a person from the crew, and their name and notes from all layouts, deleted ones too, and from everything that is
 * stored about them. It can't be undone. If it is interrupted, the person is still in the crew, and it can be done
 * again. The value says how many layouts had the name.
 */
export function serveCrew(
  serve: Serve,
  { documents, store: { documents: store, members, schedule }, securityLog }: Parts,
): void {
  const timeSlice = createTimeSlice(() => performance.now());

  async function look(ref: DocumentRef, forgetting: Forgetting): Promise<void> {
    forgetting.look((await documents.read(ref))?.body);
    for await (const { change } of store.changes(ref)) {
      forgetting.look(change);
      await timeSlice.yieldIfDue();
    }
  }

  async function forgetIn(ref: DocumentRef, forgetting: Forgetting): Promise<Outcome<null>> {
    // First, so that no copy in memory or on a screen has the name when the history is rewritten.
    const body = (await documents.read(ref))?.body;
    const shifts = body?.kind === 'layout' ? forgetting.theirs(body.shifts) : [];
    if (shifts.length > 0) {
      const forgotten = await documents.issue(ref, { type: 'shift.forget', shifts });
      if (!forgotten.ok) return forgotten;
    }
    await store.rewriteDocument(ref, rewritingBy(forgetting));
    return done(null);
  }

  serve(deletePerson, async (request) => {
    const author = authorOf(request);
    const { team } = request.params;
    const ref = { team, document: crewDocument };
    const found = (await documents.read(ref))?.body;
    const crew = found?.kind === 'crew' ? found : emptyCrew;
    const person = crewIndex(crew).personOf(request.params.person);
    if (!person) return refuse('person-missing');
    const records = crewIndex(crew).recordsOf(person.id);
    const forgotten = {
      ids: new Set(records.map((each) => each.id)),
      names: records.flatMap((each) => [
        each.name,
        ...each.names,
        ...each.providerIds.map(({ name }) => name),
      ]),
    };
    let layouts = 0;
    for (const document of await store.idsOf(team, 'layout')) {
      const forgetting = createForgetting(forgotten);
      await look({ team, document }, forgetting);
      if (!forgetting.isNamed) continue;
      // it may take a while, and the right may end meanwhile
      const role = await members.role(team, author.user);
      if (role === null || !mayManage(role)) return refuse('not-allowed');
      const rewritten = await forgetIn({ team, document }, forgetting);
      if (!rewritten.ok) return rewritten;
      layouts += 1;
    }
    await schedule.forgetReadingsOf(team);
    const change = { type: 'person.delete', person: person.id, forget: true } as const;
    const deleted = await documents.change(author, ref, { id: newId(), change });
    if (!deleted.ok) return deleted;
    await store.rewriteDocument(ref, rewritingBy(createForgetting(forgotten)));
    await store.clearLog();
    await securityLog.record({ type: 'person-deleted', by: author.user, team }, request);
    return done({ layouts });
  });
}

const rewritingBy = (forgetting: Forgetting): Rewriting => ({
  change(change, record) {
    const next = forgetting.replace(change);
    const nextRecord = forgetting.replaceIn(record);
    const isSame =
      next === null && nextRecord?.did === record?.did && nextRecord?.undoes?.did === record?.undoes?.did;
    return isSame ? null : { change: next ?? change, record: nextRecord };
  },
  body(body) {
    const next = forgetting.replace(body);
    // names decide the order of shifts with the same times
    return next?.kind === 'layout' ? { ...next, shifts: sortShifts(next.shifts, next.dayStart) } : next;
  },
});
