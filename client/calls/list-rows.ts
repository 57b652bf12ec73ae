import type { LayoutRow, TemplateRow } from '../../contract/documents.ts';
import { type SingleChange, stepsOf } from '../../domain/change/change.ts';
import type { IsoDate } from '../../domain/time/date.ts';
import type { MadeChange } from '../outbox/outbox-storage.ts';

/** A row of a list, and whether it is out of sight: it stays known, so that Undo shows it at once. */
export type Listed<Row> = Row & { readonly isDeleted?: boolean };
export type ListedLayout = Listed<LayoutRow>;
export type ListedTemplate = Listed<TemplateRow>;

/** What one step makes of the row of its document; nothing where it has none. */
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

/** As `layoutsAfter`, of the team's templates. */
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
