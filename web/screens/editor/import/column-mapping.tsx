import { useState } from 'react';
import type { Outcome } from '../../../../domain/problem/problem.ts';
import type { ColumnTitles, NamedColumn } from '../../../../domain/schedule/column-titles.ts';
import type { FileContext } from '../../../../domain/schedule/entry.ts';
import { findHeaderRow } from '../../../../domain/schedule/schedule-table.ts';
import { useFormOutcome } from '../../../parts/forms/submit.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { SelectField } from '../../../ui/form/field.tsx';
import { Form, FormError, FormFooter, FormRow } from '../../../ui/form/form.tsx';
import { Card } from '../../../ui/page/card.tsx';
import { Table } from '../../../ui/table/table.tsx';

type ColumnMappingProps = {
  rows: readonly (readonly string[])[];
  terms: FileContext;
  onHeaderRow: (row: number) => void;
  onChoose: (titles: ColumnTitles) => Outcome<unknown>;
};

const labels: Readonly<Record<NamedColumn, string>> = {
  name: 'Name',
  firstName: 'First name',
  lastName: 'Last name',
  date: 'Date',
  start: 'Start time',
  end: 'End time',
  job: 'Job',
  note: 'Note',
};
/** Rows in the preview. */
const shownRows = 3;
/** The header row can be picked from this many rows. */
const offeredRows = 50;

const filledCells = (cells: readonly string[]): string[] =>
  cells.map((cell) => cell.trim()).filter((cell) => cell !== '');

/** Lets the user pick the header row and match columns; the team remembers the columns. */
export function ColumnMapping({ rows, terms, onHeaderRow, onChoose }: ColumnMappingProps) {
  const { header, columns, below } = findHeaderRow(rows, terms);
  const [chosen, setChosen] = useState(columns);
  const { attempt, whole } = useFormOutcome();
  const preview = rows
    .slice(below)
    .filter((cells) => filledCells(cells).length > 0)
    .slice(0, shownRows)
    .map((cells, index) => ({ cells, index }));
  const named = header.map((title, index) => ({ title, index })).filter(({ title }) => title !== '');
  const options = [
    { value: '', label: 'None' },
    ...[...new Set(named.map(({ title }) => title))].map((title) => ({ value: title, label: title })),
  ];
  const headerRows = rows.slice(0, offeredRows).flatMap((cells, index) => {
    const texts = filledCells(cells);
    const value = String(index + 1);
    return texts.length > 0
      ? [{ value, label: `Row ${value}: ${texts.slice(0, 4).join(', ').slice(0, 60)}` }]
      : [];
  });

  return (
    <Card title="Columns" isPadded>
      <Form label="Columns" onSubmit={async () => void (await attempt(() => onChoose(chosen)))}>
        <p>Match your columns. We’ll remember them for next time.</p>
        <FormError>{whole}</FormError>
        <SelectField
          label="Header row"
          name="headerRow"
          value={String(below)}
          options={headerRows}
          onChange={(row) => onHeaderRow(Number(row))}
        />
        <FormRow>
          {(Object.keys(labels) as NamedColumn[]).map((column) => (
            <SelectField
              key={column}
              label={labels[column]}
              name={column}
              value={chosen[column] ?? ''}
              options={options}
              onChange={(title) => setChosen({ ...chosen, [column]: title })}
            />
          ))}
        </FormRow>
        <p>If one column has both times, such as 9a-5p, choose it for start and end.</p>
        <Table
          label="First rows of the file"
          rows={preview}
          rowKey={({ index }) => String(index)}
          columns={named.slice(0, 8).map(({ title, index }, nth) => ({
            label: named.slice(0, nth).some((before) => before.title === title)
              ? `${title} ${index + 1}`
              : title,
            cell: ({ cells }: (typeof preview)[number]) => (cells[index] ?? '').slice(0, 60),
          }))}
        />
        <FormFooter>
          <Button type="submit" variant="primary">
            Use These Columns
          </Button>
        </FormFooter>
      </Form>
    </Card>
  );
}
