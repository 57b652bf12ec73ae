import IconClipboard from '@tabler/icons-react/dist/esm/icons/IconClipboardText.mjs';
import { useEffect, useState } from 'react';
import { words } from '../../../client/words/words.ts';
import { byId } from '../../../domain/list/list.ts';
import { cellsLike, columnFor } from '../../../domain/plan/chart-table.ts';
import { headcountLimit } from '../../../domain/plan/charts.ts';
import { positionsOf, type Rotation } from '../../../domain/plan/rotation.ts';
import { done, type Outcome, refuse } from '../../../domain/problem/problem.ts';
import { useOpenPlan } from '../../parts/board/open-plan.tsx';
import { SubmitForm, useForm } from '../../parts/forms/submit.tsx';
import { Button, ButtonLink } from '../../ui/button/button.tsx';
import { TextField } from '../../ui/form/form.tsx';
import { EmptyState } from '../../ui/message/message.tsx';
import { useListener } from '../../ui/page/events.ts';
import { focusLater } from '../../ui/page/focus.ts';
import { Page, Stack } from '../../ui/page/page.tsx';
import { ChartGrid, headOf } from './chart-grid.tsx';
import { ChartTableDialog } from './chart-table-dialog.tsx';
import { chartsOf } from './item-element.ts';

const t = words('charts');

/** How a rotation is run with so many people: its positions by numbers of people. */
export function ChartsScreen({ rotation: opened }: { rotation: Rotation }) {
  const { owner, rotations, urls, focusNext, setOpen } = useOpenPlan();
  const [pasted, setPasted] = useState<string | null>(null);
  const rotation = byId(rotations, opened.id) ?? opened;
  const { name, charts = [] } = rotation;
  const isEmpty = positionsOf(rotation).length === 0;
  const title = t('charts-of', { name });

  useEffect(() => {
    focusNext.current = chartsOf(opened.id);
    setOpen(opened.id, true);
  }, [focusNext, setOpen, opened.id]);

  useListener('paste', (event) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    const isTyping = event.target instanceof Element && event.target.closest('input, textarea, dialog');
    if (isTyping || isEmpty || text.trim() === '') return;
    event.preventDefault();
    setPasted(text);
  });

  return (
    <Page
      title={title}
      windowTitle={`${title}, ${owner}`}
      width="wide"
      actions={
        <>
          {!isEmpty && (
            <Button icon={<IconClipboard />} onPress={() => setPasted('')}>
              {t('paste-table')}
            </Button>
          )}
          <ButtonLink href={urls.list}>{t('done')}</ButtonLink>
        </>
      }
    >
      <Stack>
        {isEmpty ? (
          <EmptyState title={t('no-positions', { name })}>{t('about')}</EmptyState>
        ) : (
          <>
            <p className="quiet charts__about">{t('about')}</p>
            <ColumnForm rotation={rotation} />
            {charts.length === 0 ? (
              <EmptyState title={t('none')}>{null}</EmptyState>
            ) : (
              <ChartGrid rotation={rotation} />
            )}
          </>
        )}
      </Stack>
      {pasted !== null && (
        <ChartTableDialog rotation={rotation} text={pasted} onClose={() => setPasted(null)} />
      )}
    </Page>
  );
}

/** Charts are made from many people to few: the next one has one less. */
function nextNumber({ charts = [], ...rotation }: Rotation): number {
  const [lowest] = charts;
  if (!lowest) return Math.max(1, positionsOf(rotation).length - 1);
  return lowest.people > 1 ? lowest.people - 1 : (charts[charts.length - 1]?.people ?? 0) + 1;
}

function ColumnForm({ rotation }: { rotation: Rotation }) {
  const { changePlan } = useOpenPlan();
  const form = useForm({ people: String(nextNumber(rotation)) });

  function add(): Outcome<number> {
    const typed = form.values.people.trim();
    const people = Number(typed);
    if (!/^\d{1,4}$/.test(typed) || people < 1 || people > headcountLimit) {
      const details = { least: 1, most: headcountLimit };
      return refuse('people-unreadable', { field: 'people', details });
    }
    const charts = rotation.charts ?? [];
    if (charts.some((chart) => chart.people === people)) return done(people);
    // it begins as its neighbor: the lower one, which counts so far, else the higher one
    const lower = charts.filter((chart) => chart.people < people);
    const like = lower[lower.length - 1] ?? charts[0];
    const cells = like ? cellsLike(columnFor(rotation, like.people)) : [];
    const made = changePlan({ type: 'chart.set', rotation: rotation.id, people, cells });
    return made.ok ? done(people) : made;
  }

  return (
    <div className="charts__add">
      <SubmitForm
        form={form}
        action={t('add-column')}
        variant="secondary"
        work={add}
        onDone={(people) => {
          form.reset();
          focusLater(headOf(people));
        }}
      >
        <TextField label={t('number-of-people')} inputMode="numeric" {...form.field('people')} />
      </SubmitForm>
    </div>
  );
}
