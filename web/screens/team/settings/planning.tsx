import type { LiveDocument, Made } from '../../../../client/document/document-view.ts';
import { isOnTwentyFourHours, showDate, showTime } from '../../../../client/words/formats.ts';
import { words } from '../../../../client/words/words.ts';
import type { LawRow } from '../../../../domain/day/law-row.ts';
import { lawsOn } from '../../../../domain/planner/laws/laws.ts';
import {
  type Jurisdiction,
  jurisdictions,
  type PlanningSettings as Planning,
  type PlanningChange,
  varieties,
} from '../../../../domain/team/planning-settings.ts';
import { parseMinutes, type Team } from '../../../../domain/team/team.ts';
import { showLength, type TimeRange } from '../../../../domain/time/clock-time.ts';
import { businessDay } from '../../../../domain/time/date.ts';
import { writtenOut } from '../../../../domain/time/typed-times.ts';
import { changeWithToast, showChangeToast } from '../../../parts/forms/change-toast.ts';
import { SubmitForm, useForm } from '../../../parts/forms/submit.tsx';
import { useClient } from '../../../parts/page/client-context.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { FormRow, SelectField, TextField } from '../../../ui/form/form.tsx';
import { Badge } from '../../../ui/message/message.tsx';
import { focusNextRow } from '../../../ui/page/focus.ts';
import { Card, Row } from '../../../ui/page/page.tsx';
import './planning.css';

const t = words('team');

type PlanningProps = { document: LiveDocument<Team>; planning: Planning };

export function PlanningSettings({ id, team }: { id: string; team: Team }) {
  const document = useClient().open('team', id, id);
  const { planning = {} } = team;
  return (
    <>
      <Law {...{ document, planning, team }} />
      <Stations {...{ document, planning }} />
      <RushHours {...{ document, planning }} />
      <OutAtOnce {...{ document, planning }} />
    </>
  );
}

const setTo = (fields: PlanningChange) => ({ type: 'team.planning', ...fields }) as const;

function Law({ document, planning, team }: PlanningProps & { team: Team }) {
  const today = businessDay(useClient().now(), team.timeZone, team.dayStart);
  const rows = lawsOn(planning.jurisdiction, today);

  function choose(value: Jurisdiction | 'none') {
    changeWithToast(document, setTo({ jurisdiction: value === 'none' ? null : value }));
  }

  return (
    <Card title={t('break-law')} foot={<p className="hint">{t('law-about')}</p>}>
      <div className="planning__field">
        <SelectField<Jurisdiction | 'none'>
          label={t('jurisdiction')}
          value={planning.jurisdiction ?? 'none'}
          onChange={choose}
          options={[
            { value: 'none', label: t('no-jurisdiction') },
            ...jurisdictions.map((value) => ({ value, label: t(`law-of-${value}`) })),
          ]}
        />
      </div>
      {rows.length > 0 && (
        <ul className="planning__rows">
          {rows.map((row) => (
            <Row
              as="li"
              key={row.id}
              label={t('law-break', { kind: row.kind, minutes: row.minutes })}
              state={
                <>
                  <span className="planning__fact">{factsOf(row).join(' · ')}</span>
                  <span className="planning__fact">{sourceOf(row)}</span>
                </>
              }
            >
              {!row.verified && <Badge tone="open">{t('law-not-verified')}</Badge>}
            </Row>
          ))}
        </ul>
      )}
    </Card>
  );
}

const sourceOf = ({ cite, verified }: LawRow): string =>
  verified ? t('law-verified', { cite, date: showDate(verified.on), source: verified.at }) : cite;

/** For whom it is, when it is, and what it means: each by itself. */
function factsOf(row: LawRow): readonly string[] {
  const { over, atLeast, upTo, ageFrom, ageTo, startsFrom, startsBefore, endsAfter, spans } = row;
  const facts = [
    over !== undefined && t('law-over', { length: showLength(over) }),
    atLeast !== undefined && t('law-at-least', { length: showLength(atLeast) }),
    upTo !== undefined && t('law-up-to', { length: showLength(upTo) }),
    ageOf(ageFrom, ageTo),
    startsFrom !== undefined && t('law-starts-from', { time: showTime(startsFrom) }),
    startsBefore !== undefined && t('law-starts-before', { time: showTime(startsBefore) }),
    endsAfter !== undefined && t('law-ends-after', { time: showTime(endsAfter) }),
    spans && t('law-spans', { from: showTime(spans[0]), to: showTime(spans[1]) }),
    ...[
      whenOf(row),
      row.notWithinLast !== undefined && t('law-not-within-last', { length: showLength(row.notWithinLast) }),
      row.within && t('law-within', { from: showTime(row.within[0]), to: showTime(row.within[1]) }),
    ],
    row.midway !== undefined && t('law-midway'),
    row.paid !== undefined && t(row.paid ? 'law-paid' : 'law-unpaid'),
    row.waivable &&
      (row.waivable.upTo === undefined
        ? t('law-waivable')
        : t('law-waivable-up-to', { length: showLength(row.waivable.upTo) })),
    row.premium && t(`law-premium-${row.premium}`),
  ];
  return facts.filter((fact) => typeof fact === 'string');
}

function ageOf(from: number | undefined, to: number | undefined): string | false {
  if (from !== undefined && to !== undefined) return t('law-ages', { from, to });
  if (to !== undefined) return t('law-under', { age: to + 1 });
  return from !== undefined && t('law-from-age', { age: from });
}

function whenOf({ earliest, latest }: LawRow): string | false {
  if (earliest !== undefined && latest !== undefined)
    return t('law-between', { earliest: showLength(earliest), latest: showLength(latest) });
  if (latest !== undefined) return t('law-latest', { latest: showLength(latest) });
  return earliest !== undefined && t('law-earliest', { earliest: showLength(earliest) });
}

function Stations({ document, planning }: PlanningProps) {
  return (
    <Card title={t('between-rotations')}>
      <div className="planning__field">
        <SelectField
          label={t('variety')}
          description={t(`variety-about-${planning.variety ?? 'rotate'}`)}
          value={planning.variety ?? 'rotate'}
          onChange={(variety) => void changeWithToast(document, setTo({ variety }))}
          options={varieties.map((value) => ({ value, label: t(`variety-${value}`) }))}
        />
      </div>
    </Card>
  );
}

function RushHours({ document, planning }: PlanningProps) {
  const { rush = [] } = planning;
  const form = useForm({ startTime: '', endTime: '' });
  const read = (typed: string) => writtenOut(typed, isOnTwentyFourHours());

  function finish(made: Made) {
    form.reset();
    showChangeToast(made);
  }

  function remove(hours: TimeRange) {
    if (changeWithToast(document, setTo({ rush: [{ ...hours, isRush: false }] }))) focusNextRow();
  }

  return (
    <Card
      title={t('rush-hours')}
      foot={
        <SubmitForm
          form={form}
          label={t('add-rush')}
          action={t('add-rush')}
          variant="secondary"
          work={() => {
            const added = { startTime: read(form.values.startTime), endTime: read(form.values.endTime) };
            return document.change(setTo({ rush: [{ ...added, isRush: true }] }));
          }}
          onDone={finish}
        >
          <FormRow>
            <TextField label={t('rush-from')} {...form.field('startTime')} />
            <TextField label={t('rush-to')} {...form.field('endTime')} />
          </FormRow>
        </SubmitForm>
      }
    >
      {rush.length === 0 && <p className="hint planning__field">{t('rush-about')}</p>}
      <ul>
        {rush.map(({ startTime, endTime }) => {
          const times = t('rush-times', { from: showTime(startTime), to: showTime(endTime) });
          return (
            <Row as="li" key={times} label={times}>
              <Button
                variant="danger"
                aria-label={t('delete-named', { name: times })}
                onPress={() => remove({ startTime, endTime })}
              >
                {t('delete')}
              </Button>
            </Row>
          );
        })}
      </ul>
    </Card>
  );
}

function OutAtOnce({ document, planning }: PlanningProps) {
  const { outCap = {} } = planning;
  const form = useForm({ subarea: '', people: '' });

  function finish(made: Made) {
    form.reset();
    showChangeToast(made);
  }

  function remove(subarea: string) {
    const outCap = Object.fromEntries([[subarea, null]]);
    if (changeWithToast(document, setTo({ outCap }))) focusNextRow();
  }

  return (
    <Card
      title={t('out-at-once')}
      foot={
        <SubmitForm
          form={form}
          label={t('add-out-cap')}
          action={t('add-out-cap')}
          variant="secondary"
          work={() => {
            const { subarea, people } = form.values;
            return document.change(setTo({ outCap: Object.fromEntries([[subarea, parseMinutes(people)]]) }));
          }}
          onDone={finish}
        >
          <FormRow>
            <TextField label={t('out-cap-subarea')} {...form.field('subarea')} />
            <TextField label={t('out-cap-people')} inputMode="numeric" {...form.field('people')} />
          </FormRow>
        </SubmitForm>
      }
    >
      {Object.keys(outCap).length === 0 && <p className="hint planning__field">{t('out-at-once-about')}</p>}
      <ul>
        {Object.entries(outCap).map(([subarea, people]) => (
          <Row as="li" key={subarea} label={subarea} state={t('out-cap', { people })}>
            <Button
              variant="danger"
              aria-label={t('delete-named', { name: subarea })}
              onPress={() => remove(subarea)}
            >
              {t('delete')}
            </Button>
          </Row>
        ))}
      </ul>
    </Card>
  );
}
