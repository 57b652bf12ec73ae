import type { LayoutRow, TemplateRow } from '../../contract/documents.ts';
import type { SingleChange } from '../../domain/change/change.ts';
import { stepsOf } from '../../domain/change/define-change.ts';
import { copyLayout } from '../../domain/day/document-copy.ts';
import { type DaySettings, daySettings, type Layout, layTemplate } from '../../domain/day/layout.ts';
import { todayWith } from '../../domain/day/today.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import { type IsoDate, isIsoDate } from '../../domain/time/date.ts';
import type { Client } from '../client.ts';
import { loadDocument } from '../document/load-document.ts';
import type { MadeChange } from '../outbox/outbox-storage.ts';

/** A row of a list, and whether it is out of sight: it stays known, so that Undo shows it at once. */
export type Listed<Row> = Row & { readonly isDeleted?: boolean };
export type ListedLayout = Listed<LayoutRow>;
export type ListedTemplate = Listed<TemplateRow>;

type RowAfter<Row> = (row: Row | undefined, step: SingleChange, id: string) => Row | undefined;

function rowsAfter<Row extends { readonly id: string }>(
  rows: readonly Row[],
  made: readonly MadeChange[],
  rowAfter: RowAfter<Row>,
): readonly Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const { document, change } of made) {
    for (const step of stepsOf(change)) {
      const row = rowAfter(byId.get(document), step, document);
      if (row) byId.set(document, row);
    }
  }
  return [...byId.values()];
}

/** The layouts of a range of dates with changes that the list does not know yet; twice the same change is as once. */
export const layoutsAfter = (
  rows: readonly ListedLayout[],
  { from, to }: { readonly from: IsoDate; readonly to: IsoDate },
  made: readonly MadeChange[],
): readonly ListedLayout[] =>
  rowsAfter(rows, made, (row, step, id) => {
    switch (step.type) {
      case 'layout.create': {
        const { date, area, template } = step.layout;
        return row ?? (from <= date && date <= to ? { id, date, area, template } : undefined);
      }
      case 'layout.area':
        return row && { ...row, area: step.area.trim() };
      case 'layout.delete':
        return row && { ...row, isDeleted: true };
      case 'layout.restore':
        return row && { ...row, isDeleted: false };
      default:
        return row;
    }
  });

export const templatesAfter = (
  rows: readonly ListedTemplate[],
  made: readonly MadeChange[],
): readonly ListedTemplate[] =>
  rowsAfter(rows, made, (row, step, id) => {
    switch (step.type) {
      case 'template.create':
        return row ?? { id, name: step.template.name, area: step.template.area };
      case 'template.rename':
        return row && { ...row, name: step.name.trim() };
      case 'template.area':
        return row && { ...row, area: step.area.trim() };
      case 'template.delete':
        return row && { ...row, isDeleted: true };
      case 'template.restore':
        return row && { ...row, isDeleted: false };
      default:
        return row;
    }
  });

/** Both dates included. */
export type DateRange = { readonly from: IsoDate; readonly to: IsoDate };

type LayoutSource = { readonly template: string } | { readonly layout: string; readonly people: boolean };

/** It becomes the board if it is for today, or there is none yet. Problems name 'date', 'template' or 'layout'. */
export async function layLayout(
  client: Client,
  team: string,
  { date, from }: { date: string; from: LayoutSource },
): Promise<Outcome<string>> {
  if (!isIsoDate(date)) return refuse('date-missing', { field: 'date' });
  const source = 'template' in from ? from.template : from.layout;
  const field = 'template' in from ? 'template' : 'layout';
  if (source === '') return refuse(`${field}-missing`, { field });
  const settings = await loadDocument(client, ['team', team, team], 'not-found');
  if (!settings.ok) return settings;
  const layout = await layoutFrom(client, team, { date, from, settings: daySettings(settings.value) });
  if (!layout.ok) return layout;
  const { choices } = client;
  const board = choices.board.get();
  const shown = board === null ? undefined : await loadDocument(client, ['layout', team, board], 'not-found');
  const made = client.create(team, { type: 'layout.create', layout: layout.value });
  if (!made.ok) return made;
  const body = shown?.ok ? shown.value : undefined;
  const today = todayWith(body, client.now(), settings.value);
  if (date === today || board === null) choices.chooseLayout(made.value);
  else choices.openLayout(made.value);
  return made;
}

type Laying = { date: IsoDate; from: LayoutSource; settings: DaySettings };

async function layoutFrom(
  client: Client,
  team: string,
  { date, from, settings }: Laying,
): Promise<Outcome<Layout>> {
  if ('template' in from) {
    const template = await loadDocument(
      client,
      ['template', team, from.template],
      'template-missing',
      'template',
    );
    return template.ok ? done(layTemplate(template.value, date, settings)) : template;
  }
  const layout = await loadDocument(client, ['layout', team, from.layout], 'layout-missing', 'layout');
  const copied = { settings, newId: () => client.newId(), people: from.people };
  return layout.ok ? done(copyLayout(layout.value, date, copied)) : layout;
}

/** Deletes a layout, and clears the choice of it; the answer brings both back. */
export function deleteLayout(client: Client, team: string, layout: string): Outcome<() => void> {
  const { choices } = client;
  const document = client.open('layout', team, layout);
  const wasChosen = choices.board.get() === layout;
  if (wasChosen) choices.deletedLayout(layout);
  else if (choices.layout.get() === layout) choices.openLayout(choices.board.get());
  const made = document.change({ type: 'layout.delete' });
  if (made.ok) return done(() => void made.value.takeBack());
  if (wasChosen) choices.chooseLayout(layout);
  return made;
}
