import { type Change, type DocumentBody, type SingleChange, stepsOf } from '../../domain/change/change.ts';
import { type DaySettings, daySettings } from '../../domain/layout/layout.ts';
import { readName } from '../../domain/problem/name.ts';
import type { Team } from '../../domain/team/team.ts';
import type { IsoDate } from '../../domain/time/date.ts';
import { differs, type StagedDocument } from './staged-document.ts';

/** What a change of the team means for its other documents. */
export interface TeamEffects {
  /** Null when they are as they were. */
  readonly settings: DaySettings | null;
  /** New names of areas by the old ones. */
  readonly areas: ReadonlyMap<string, string>;
}

/** Null when it means nothing for them. */
export function effectsOf(
  { document, body }: StagedDocument,
  before: DocumentBody | null,
  change: Change,
): TeamEffects | null {
  if (body?.kind !== 'team' || before?.kind !== 'team' || document.document !== document.team) return null;
  const [was, is] = [daySettings(before), daySettings(body)];
  const settings = differs(was, is) ? is : null;
  const areas = renamedAreas(before, change);
  return settings || areas.size > 0 ? { settings, areas } : null;
}

function renamedAreas({ areas }: Team, change: Change): ReadonlyMap<string, string> {
  const names = new Map(areas.map((area) => [area, area]));
  for (const step of stepsOf(change)) {
    if (step.type !== 'area.rename' && step.type !== 'area.delete') continue;
    const [first] = [...names].find(([, now]) => now === step.area) ?? [];
    if (first === undefined) continue;
    const name = step.type === 'area.rename' ? readName(step.name, 'name') : null;
    if (name?.ok) names.set(first, name.value);
    else names.delete(first);
  }
  return new Map([...names].filter(([first, now]) => first !== now));
}

/** What the news change in a template, or in a layout from today on. */
export function effectsOn(news: TeamEffects, body: DocumentBody | null, today: IsoDate): SingleChange[] {
  if (body === null || body.kind === 'team') return [];
  const area = news.areas.get(body.area);
  if (body.kind === 'template') return area === undefined ? [] : [{ type: 'template.area', area }];
  if (body.date < today) return [];
  return [
    ...(news.settings ? [{ type: 'layout.settings', ...news.settings } as const] : []),
    ...(area === undefined ? [] : [{ type: 'layout.area', area } as const]),
  ];
}
