import * as z from 'zod/mini';
import { change as changeShape, plainId } from '../../contract/changes.ts';
import type { SingleChange } from '../../domain/change.ts';
import { layoutFromHosted, templateFromHosted } from '../../domain/hosted.ts';
import { done, type Outcome, type Problem } from '../../domain/problem.ts';
import type { Team } from '../../domain/team.ts';
import { readHostedLayout, readHostedTemplate } from './hosted-shapes.ts';
import type { Importing } from './luggage.ts';
import { told } from './report.ts';

/** What a document of the files is made by. */
interface Reading {
  readonly team: string;
  readonly isDeleted: boolean;
  /** What of it does not come along: the place, and why. */
  readonly leftOut: readonly (readonly [place: string, problem: Problem])[];
  create(team: Team): Outcome<SingleChange>;
}

/** Templates and layouts of the teams that are here by now. */
export function createDocumentImport({ target, report }: Importing, teams: ReadonlyMap<string, Team>) {
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
    if (!plainId.safeParse(id).success) return skip('The id cannot stand in an address.');
    const team = teams.get(read.value.team);
    if (!team) return skip(`There is no team ${read.value.team} to put it in.`);
    const name = { team: read.value.team, document: id };
    if (await target.has(name)) return report.there(kind);
    const created = read.value.create(team);
    if (!created.ok) return refused(created.problem);
    const shaped = z.safeParse(changeShape, created.value);
    if (!shaped.success) {
      const path = shaped.error.issues[0]?.path.slice(1).map(String).join('.') ?? '';
      return refused({ code: 'request-invalid', field: path });
    }
    const { isDeleted, leftOut } = read.value;
    const issued = await target.issue(
      name,
      isDeleted ? { type: 'batch', changes: [created.value, deletion] } : created.value,
    );
    if (!issued.ok) return refused(issued.problem);
    report.made(kind);
    for (const [place, problem] of leftOut)
      report.changed(`${where}/${place}`, `It is left out. ${told(problem)}`);
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
    leftOut: [],
    create() {
      const template = templateFromHosted(hosted);
      return template.ok ? done({ type: 'template.create', template: template.value }) : template;
    },
  });
}

function readLayout(document: unknown): Outcome<Reading> {
  const leftOut: [string, Problem][] = [];
  const read = readHostedLayout(document, (shift, problem) => leftOut.push([`shifts/${shift}`, problem]));
  if (!read.ok) return read;
  const hosted = read.value;
  return done({
    team: hosted.teamID,
    isDeleted: hosted.lineup?.deleted === true,
    leftOut,
    create(team) {
      const layout = layoutFromHosted(hosted, team);
      return layout.ok ? done({ type: 'layout.create', layout: layout.value }) : layout;
    },
  });
}
