import { sentence } from '../../../client/words/sentence.ts';
import { language, words } from '../../../client/words/words.ts';
import { type ChartTable, readChartTable, type TableProblem } from '../../../domain/plan/chart-table.ts';
import type { Rotation } from '../../../domain/plan/rotation.ts';
import { type Outcome, refuse } from '../../../domain/problem/problem.ts';
import { useOpenPlan } from '../../parts/board/open-plan.tsx';
import { FormDialog, useForm } from '../../parts/forms/submit.tsx';
import { LinesField } from '../../ui/form/form.tsx';
import './list-form.css';

const t = words('charts');

type ChartTableDialogProps = { rotation: Rotation; text: string; onClose: () => void };

export function ChartTableDialog({ rotation, text, onClose }: ChartTableDialogProps) {
  const { changePlan } = useOpenPlan();
  const form = useForm({ table: text });
  const field = form.field('table');
  const typed = field.value;
  const reading = readChartTable(typed, rotation, { seat: t('seat'), closed: t('closed') });
  const { columns } = reading;

  function fill(): Outcome<unknown> {
    if (columns.length === 0) return refuse('chart-table-unreadable', { field: 'table' });
    const changes = columns.map(({ people, cells }) => ({
      ...{ type: 'chart.set' as const, rotation: rotation.id, people, cells },
    }));
    return changePlan({ type: 'batch', changes }, t('filled', { columns: columns.length }));
  }

  return (
    <FormDialog title={t('paste-table')} action={t('fill-in')} form={form} work={fill} onClose={onClose}>
      <LinesField
        label={t('table')}
        description={t('table-hint')}
        autoFocus
        isTable
        dir="auto"
        {...field}
        onChange={(next) => {
          field.onChange(next);
          form.clear();
        }}
      />
      <Reading reading={reading} isBlank={typed.trim() === ''} />
    </FormDialog>
  );
}

const shownProblems = 6;

function Reading({ reading: { columns, problems }, isBlank }: { reading: ChartTable; isBlank: boolean }) {
  const numbers = columns.map(({ people }) => String(people));
  const rest = problems.length - shownProblems;
  return (
    <div className="stack additions" role="status">
      {!isBlank && columns.length > 0 && (
        <p className="additions__count">
          {t('to-fill', {
            columns: columns.length,
            numbers: new Intl.ListFormat(language.get()).format(numbers),
          })}
        </p>
      )}
      {!isBlank && problems.length > 0 && (
        <ul className="stack additions__areas">
          {problems.slice(0, shownProblems).map((problem) => (
            <li key={JSON.stringify(problem)}>{said(problem)}</li>
          ))}
          {rest > 0 && <li>{t('left-more', { count: rest })}</li>}
        </ul>
      )}
    </div>
  );
}

function said(problem: TableProblem): string {
  switch (problem.kind) {
    case 'too-long':
      return sentence({ code: 'text-too-long', details: { max: problem.max } });
    case 'not-a-number':
      return t('left-not-a-number', problem);
    case 'number-twice':
      return t('left-number-twice', problem);
    case 'unnamed':
      return t('left-unnamed', problem);
    case 'unknown':
      return t('left-unknown', problem);
    case 'twice':
      return t('left-twice', problem);
    case 'unreadable':
      return t('left-unreadable', problem);
    case 'circle':
      return t('left-circle', problem);
    default:
      return t(`left-${problem.kind}`);
  }
}
