import { useState } from 'react';
import type { Outcome } from '../../../domain/problem.ts';
import type { ColumnTitles, NamedColumn } from '../../../domain/schedule-file/column-titles.ts';
import { readHeader } from '../../../domain/schedule-file/schedule-table.ts';
import { useFormOutcome } from '../../parts/form-outcome.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Form, FormError, FormFooter, FormRow } from '../../ui/form.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Table } from '../../ui/table.tsx';

type ColumnStepProps = {
  rows: readonly (readonly string[])[];
  titles: ColumnTitles | undefined;
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
/** So many rows show what a column holds. */
const shownRows = 3;

/** Which column of a file is which, where its titles do not say so; the team remembers it. */
export function ColumnStep({ rows, titles, onChoose }: ColumnStepProps) {
  const { header, columns, below } = readHeader(rows, titles);
  const [chosen, setChosen] = useState(columns);
  const { attempt, whole } = useFormOutcome();
  const preview = rows
    .slice(below)
    .filter((cells) => cells.some((cell) => cell.trim() !== ''))
    .slice(0, shownRows)
    .map((cells, index) => ({ cells, index }));
  const named = header.map((title, index) => ({ title, index })).filter(({ title }) => title !== '');
  const options = [
    { value: '', label: 'None' },
    ...[...new Set(named.map(({ title }) => title))].map((title) => ({ value: title, label: title })),
  ];

  return (
    <Card title="Columns" isPadded>
      <Form label="Columns" onSubmit={async () => void (await attempt(() => onChoose(chosen)))}>
        <p>Match your columns. We’ll remember them for next time.</p>
        <FormError>{whole}</FormError>
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
