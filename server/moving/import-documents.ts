import * as z from 'zod/mini';
import { change as changeShape, plainId } from '../../contract/changes.ts';
import type { SingleChange } from '../../domain/change/change.ts';
import { done, type Outcome, type Problem } from '../../domain/problem/problem.ts';
import type { Team } from '../../domain/team/team.ts';
import { layoutFromHosted, templateFromHosted } from './hosted/hosted-format.ts';
import { parseHostedLayout, parseHostedTemplate } from './hosted-shapes.ts';
import type { ImportContext } from './import-source.ts';
import { type Loss, lossesOfNotes, lossesOfSeats, lossesOfType } from './losses.ts';
import { describeProblem } from './report.ts';

interface ParsedDocument {
  readonly team: string;
  readonly isDeleted: boolean;
  create(team: Team): Outcome<Creation>;
}

interface Creation {
  readonly change: SingleChange;
  /** What isn't imported. */
  readonly losses: readonly Loss[];
}

/** Imports templates and layouts of teams that exist here. */
export function createDocumentImport({ target, report }: ImportContext, teams: ReadonlyMap<string, Team>) {
  async function add(
    kind: 'Templates' | 'Layouts',
    id: string,
    parsed: Outcome<ParsedDocument>,
    deletion: SingleChange,
  ): Promise<void> {
    const where = `${kind.toLowerCase()}/${id}`;
    const skip = (why: string) => report.skipped(kind, where, why);
    const refused = (problem: Problem) => skip(describeProblem(problem));
    if (!parsed.ok) return refused(parsed.problem);
    if (!plainId.safeParse(id).success) return skip('The id has characters that don’t work in an address.');
    const team = teams.get(parsed.value.team);
    if (!team) return skip(`Its team ${parsed.value.team} was not found.`);
    const name = { team: parsed.value.team, document: id };
    if (await target.has(name)) return report.existing(kind);
    const created = parsed.value.create(team);
    if (!created.ok) return refused(created.problem);
    const { change, losses } = created.value;
    const shaped = z.safeParse(changeShape, change);
    if (!shaped.success) {
      const path = shaped.error.issues[0]?.path.slice(1).map(String).join('.') ?? '';
      return refused({ code: 'request-invalid', field: path });
    }
    const { isDeleted } = parsed.value;
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
      add('Templates', id, parseTemplate(document), { type: 'template.delete' }),

    addLayout: (id: string, document: unknown) =>
      add('Layouts', id, parseLayout(document), { type: 'layout.delete' }),
  };
}

function parseTemplate(document: unknown): Outcome<ParsedDocument> {
  const read = parseHostedTemplate(document);
  if (!read.ok) return read;
  const hosted = read.value;
  return done({
    team: hosted.teamID,
    isDeleted: hosted.lineup?.deleted === true,
    create() {
      const template = templateFromHosted(hosted);
      if (!template.ok) return template;
      const losses = [...lossesOfType(hosted, 'templates'), ...lossesOfNotes(hosted.notes)];
      return done({ change: { type: 'template.create', template: template.value }, losses });
    },
  });
}

function parseLayout(document: unknown): Outcome<ParsedDocument> {
  const shiftsLeftOut: Loss[] = [];
  const read = parseHostedLayout(document, (shift, problem) =>
    shiftsLeftOut.push([`shifts/${shift}`, `Left out. ${describeProblem(problem)}`]),
  );
  if (!read.ok) return read;
  const hosted = read.value;
  return done({
    team: hosted.teamID,
    isDeleted: hosted.lineup?.deleted === true,
    create(team) {
      const layout = layoutFromHosted(hosted, team);
      if (!layout.ok) return layout;
      const losses = [
        ...lossesOfType(hosted, 'layouts'),
        ...shiftsLeftOut,
        ...lossesOfNotes(hosted.notes),
        ...lossesOfSeats(hosted, layout.value.rotations),
      ];
      return done({ change: { type: 'layout.create', layout: layout.value }, losses });
    },
  });
}
