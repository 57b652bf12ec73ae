import * as z from 'zod/mini';
import { change as changeShape, plainId } from '../../contract/changes.ts';
import type { SingleChange } from '../../domain/change/change.ts';
import { layoutFromHosted, templateFromHosted } from '../../domain/layout/hosted.ts';
import { done, type Outcome, type Problem } from '../../domain/problem/problem.ts';
import type { Team } from '../../domain/team/team.ts';
import { readHostedLayout, readHostedTemplate } from './hosted-shapes.ts';
import type { ImportContext } from './import-source.ts';
import { type Loss, lossesOfNotes, lossesOfSeats, lossesOfType } from './losses.ts';
import { told } from './report.ts';

/** How a document of the files is created. */
interface Reading {
  readonly team: string;
  readonly isDeleted: boolean;
  create(team: Team): Outcome<Creation>;
}

interface Creation {
  readonly change: SingleChange;
  /** What can't be imported. */
  readonly losses: readonly Loss[];
}

/** Imports the templates and layouts of the teams that exist by now. */
export function createDocumentImport({ target, report }: ImportContext, teams: ReadonlyMap<string, Team>) {
  async function add(
    kind: 'Templates' | 'Layouts',
    id: string,
    read: Outcome<Reading>,
    deletion: SingleChange,
  ): Promise<void> {
    const where = `${kind.toLowerCase()}/${id}`;
    const skip = (why: string) => report.skipped(kind, where, why);
    const refused = (problem: Problem) => skip(told(problem));
    if (!read.ok) return refused(read.problem);
    if (!plainId.safeParse(id).success) return skip('The id has characters that do not work in an address.');
    const team = teams.get(read.value.team);
    if (!team) return skip(`Its team ${read.value.team} was not found.`);
    const name = { team: read.value.team, document: id };
    if (await target.has(name)) return report.there(kind);
    const created = read.value.create(team);
    if (!created.ok) return refused(created.problem);
    const { change, losses } = created.value;
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
    report.made(kind);
    for (const [place, what] of losses) report.changed(`${where}/${place}`, what);
  }

  return {
    addTemplate: (id: string, document: unknown) =>
      add('Templates', id, readTemplate(document), { type: 'template.delete' }),

    addLayout: (id: string, document: unknown) =>
      add('Layouts', id, readLayout(document), { type: 'layout.delete' }),
  };
}

function readTemplate(document: unknown): Outcome<Reading> {
  const read = readHostedTemplate(document);
  if (!read.ok) return read;
  const hosted = read.value;
  return done({
    team: hosted.teamID,
    isDeleted: hosted.lineup?.deleted === true,
    create() {
      const template = templateFromHosted(hosted);
      if (!template.ok) return template;
      const losses = [...lossesOfType(hosted), ...lossesOfNotes(hosted.notes)];
      return done({ change: { type: 'template.create', template: template.value }, losses });
    },
  });
}

function readLayout(document: unknown): Outcome<Reading> {
  const shiftsLeftOut: Loss[] = [];
  const read = readHostedLayout(document, (shift, problem) =>
    shiftsLeftOut.push([`shifts/${shift}`, `Left out. ${told(problem)}`]),
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
        ...shiftsLeftOut,
        ...lossesOfNotes(hosted.notes),
        ...lossesOfSeats(hosted, layout.value.rotations),
      ];
      return done({ change: { type: 'layout.create', layout: layout.value }, losses });
    },
  });
}
