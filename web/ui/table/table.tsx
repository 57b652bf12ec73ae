import { type ReactNode, useRef } from 'react';
import { useStableRows } from './stable-rows.ts';
import './table.css';

export type TableColumn<Row> = {
  /** For style sheets: labels are in the person's language. */
  id?: string;
  label: string;
  /** Where rows are cards without labels, said before what is in the cell. */
  before?: string;
  cell: (row: Row) => ReactNode;
  /** Buttons: at the right end, or a row of their own on a phone. */
  isActions?: boolean;
  /** In a table that is lean on a phone: what a row is called, or what is small under it. */
  look?: 'name' | 'detail';
};

type TableProps<Row> = {
  label: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Marks the row with a bar at its side; a cell has to say it in words. */
  isCurrent?: (row: Row) => boolean;
  isMarked?: (row: Row) => boolean;
  groupOf?: (row: Row) => string;
  /** Without the labels on a phone, for rows that explain themselves. */
  isLean?: boolean;
  className?: string;
};

/** A table that becomes cards with labeled cells on a phone. */
export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, rowKey, isCurrent, isMarked, groupOf, isLean, className } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const steady = useStableRows(rows, rowKey, body);
  return (
    <table
      className={['table', isLean && 'table--lean', className].filter(Boolean).join(' ')}
      aria-label={label}
    >
      <thead>
        <tr>
          {columns.map((column) => (
            <th
              key={column.label}
              scope="col"
              className={column.isActions ? 'table__action-head screen-only' : undefined}
            >
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        {steady.map(({ item: row, isGone }, index) => (
          <tr
            key={rowKey(row)}
            className={lookOf(isGone, isCurrent?.(row) ?? false, isMarked?.(row) ?? false)}
            data-continues={
              groupOf !== undefined && isSameGroup(groupOf, row, steady[index - 1]?.item) ? '' : undefined
            }
            inert={isGone}
            aria-hidden={isGone || undefined}
          >
            {columns.map((column) =>
              column.isActions ? (
                <td key={column.label} className="table__action-cell screen-only">
                  <div className="table__actions">{column.cell(row)}</div>
                </td>
              ) : (
                <td
                  key={column.label}
                  data-column={column.id}
                  data-label={column.label}
                  data-before={column.before}
                  className={column.look && `table__${column.look}`}
                >
                  <div>{column.cell(row)}</div>
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const isSameGroup = <Row,>(groupOf: (row: Row) => string, row: Row, before: Row | undefined): boolean =>
  before !== undefined && groupOf(before) === groupOf(row);

function lookOf(isGone: boolean, isCurrent: boolean, isMarked: boolean): string | undefined {
  if (isGone) return 'table__row--gone';
  if (isMarked) return 'table__row--marked';
  return isCurrent ? 'table__row--current' : undefined;
}
