import * as z from 'zod/mini';
import { change as changeShape, plainId } from '../../../contract/changes.ts';
import type { SingleChange } from '../../../domain/change/change.ts';
import type { Outcome, Problem } from '../../../domain/problem/problem.ts';
import type { Team } from '../../../domain/team/team.ts';
import type { ImportContext } from './import-source.ts';
import { type ReadDocument, readLayout, readTemplate } from './read-documents.ts';
import { describeProblem } from './report.ts';

/** Imports templates and layouts of teams that exist here. */
export function createDocumentImport({ target, report }: ImportContext, teams: ReadonlyMap<string, Team>) {
  async function add<Body>(
    kind: 'Templates' | 'Layouts',
    id: string,
    read: Outcome<ReadDocument<Body>>,
    creation: (body: Body) => SingleChange,
    deletion: SingleChange,
  ): Promise<void> {
    const where = `${kind.toLowerCase()}/${id}`;
    const skip = (why: string) => report.skipped(kind, where, why);
    const refused = (problem: Problem) => skip(describeProblem(problem));
    if (!read.ok) return refused(read.problem);
    if (!plainId.safeParse(id).success) return skip('The id has characters that don’t work in an address.');
    const team = teams.get(read.value.team);
    if (!team) return skip(`Its team ${read.value.team} was not found.`);
    const name = { team: read.value.team, document: id };
    if (await target.has(name)) return report.existing(kind);
    const made = read.value.make(team);
    if (!made.ok) return refused(made.problem);
    const { body, losses } = made.value;
    const change = creation(body);
    const shaped = z.safeParse(changeShape, change);
    if (!shaped.success) {
      const path = shaped.error.issues[0]?.path.slice(1).map(String).join('.') ?? '';
      return refused({ code: 'request-invalid', field: path });
    }
    const { isDeleted } = read.value;
    const issued = await target.issue(
      name,
      isDeleted ? { type: 'batch', changes: [change, deletion] } : change,
    );
    if (!issued.ok) return refused(issued.problem);
    report.created(kind);
    for (const [place, what] of losses) report.changed(`${where}/${place}`, what);
  }

  return {
    addTemplate: (id: string, document: unknown) =>
      add('Templates', id, readTemplate(document), (template) => ({ type: 'template.create', template }), {
        type: 'template.delete',
      }),

    addLayout: (id: string, document: unknown) =>
      add('Layouts', id, readLayout(document), (layout) => ({ type: 'layout.create', layout }), {
        type: 'layout.delete',
      }),
  };
}
