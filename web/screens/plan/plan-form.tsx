import { type ReactNode, useEffect, useRef, useState } from 'react';
import { sentence } from '../../../client/words/sentence.ts';
import { words } from '../../../client/words/words.ts';
import type { PlanChange } from '../../../domain/change/change.ts';
import { byId, type Identified } from '../../../domain/list/list.ts';
import {
  type Additions,
  additionSteps,
  areasListed,
  describeAdditions,
  positionsListed,
} from '../../../domain/plan/list-additions.ts';
import type { Plan, PlanItem } from '../../../domain/plan/plan.ts';
import {
  type Planning,
  type Position,
  type Priority,
  parseSecondDuty,
  positionsOf,
  priorities,
  type Rotation,
  type Subarea,
} from '../../../domain/plan/rotation.ts';
import { type AreasIn, guessAreasIn } from '../../../domain/plan/typed-list.ts';
import { done, type Outcome, type ProblemCode, refuse } from '../../../domain/problem/problem.ts';
import { useOpenPlan } from '../../parts/board/open-plan.tsx';
import { type FormOutcome, SubmitForm, useForm } from '../../parts/forms/submit.tsx';
import { useClient, useCrew } from '../../parts/page/client-context.tsx';
import { Button, ButtonLink, useNavigateTo } from '../../ui/button/button.tsx';
import { Checkbox, LinesField, SelectField, TextField } from '../../ui/form/form.tsx';
import { PillRow } from '../../ui/menu/pill.tsx';
import { Page } from '../../ui/page/page.tsx';
import { adderOf, elementOf } from './item-element.ts';
import './list-form.css';

const t = words('plan');
const page = words('page');

type PlanFormProps = {
  title: string;
  form: FormOutcome;
  /** Answers with the element of the item. */
  work: () => Outcome<string>;
  /** Takes the focus when nothing is saved. */
  returnTo: string;
  inside?: string | undefined;
  /** The form adds items one after the other. */
  adding?: { isEmpty: boolean; onAdded: () => void };
  children: ReactNode;
};

export function PlanForm(props: PlanFormProps) {
  const { title, form, work, inside, adding, children } = props;
  const { owner, urls, focusNext, setOpen } = useOpenPlan();
  const go = useNavigateTo();
  const [added, setAdded] = useState<string>();
  const returnTo = added ?? props.returnTo;

  useEffect(() => {
    focusNext.current = returnTo;
    if (inside !== undefined) setOpen(inside, true);
  }, [focusNext, returnTo, setOpen, inside]);

  function leave(item: string) {
    focusNext.current = item;
    go(urls.list);
  }

  function goOn(item: string) {
    setAdded(item);
    adding?.onAdded();
  }

  async function addAndLeave() {
    const item = await form.attempt(work);
    if (item !== undefined) leave(item);
  }

  return (
    <Page title={title} windowTitle={t('title-of', { title, owner })} width="narrow">
      <SubmitForm
        form={form}
        action={adding ? t('add') : t('save')}
        work={work}
        onDone={adding ? goOn : leave}
        footer={
          <>
            {adding && !adding.isEmpty && <Button onPress={addAndLeave}>{t('done')}</Button>}
            <ButtonLink href={urls.list}>{adding?.isEmpty ? t('done') : page('cancel')}</ButtonLink>
          </>
        }
      >
        {children}
      </SubmitForm>
    </Page>
  );
}

/** What a form edits; the last one is undefined where it adds one. */
export interface OpenedItem {
  readonly rotation?: Rotation | undefined;
  readonly subarea?: Subarea | undefined;
  readonly position?: Position | undefined;
}

/** The items at the indexes of an address, which count from 0 and may end in 'add'; null where there is none. */
export function openedAt(plan: Plan, place: readonly string[]): OpenedItem | null {
  const indexes = place[place.length - 1] === 'add' ? place.slice(0, -1) : place;
  const [inPlan, inRotation, inSubarea] = indexes;
  const rotation = itemAt(plan, inPlan);
  const subarea = itemAt(rotation?.subareas, inRotation);
  const position = itemAt(subarea?.positions, inSubarea);
  const found = [rotation, subarea, position].filter((item) => item !== undefined);
  return found.length === indexes.length ? { rotation, subarea, position } : null;
}

const itemAt = <Item,>(list: readonly Item[] | undefined, index = ''): Item | undefined =>
  /^(0|[1-9]\d{0,3})$/.test(index) ? list?.[Number(index)] : undefined;

/** What a position has beside its name, as its form shows it. */
interface Details {
  secondDuty: string;
  /** '' for the one of its name. */
  station: string;
  priority: Priority | '';
  breaker: boolean;
}

const detailsOf = ({
  secondDuty = '',
  station = '',
  priority,
  breaker,
}: Partial<Position> = {}): Details => ({
  secondDuty,
  station,
  priority: priority ?? '',
  breaker: Boolean(breaker),
});

/** What was chosen, where it differs from what is saved. */
const planningIn = (typed: Details, saved: Details): Planning => ({
  ...(typed.station !== saved.station && { station: typed.station === '' ? null : typed.station }),
  ...(typed.priority !== saved.priority && { priority: typed.priority === '' ? null : typed.priority }),
  ...(typed.breaker !== saved.breaker && { breaker: typed.breaker }),
});

const priorityOptions = (): readonly { value: Priority | 'none'; label: string }[] => [
  { value: 'none', label: t('priority-none') },
  ...priorities.map((value) => ({ value, label: t(`priority-${value}`) })),
];

/** No station has this id: those have a name in them. */
const byName = '/';

/** What a position still names, and the crew no longer has. */
function goneStation(id: string) {
  const end = id.indexOf('/');
  return { value: id, label: t('station-gone', { name: id.slice(end + 1) }), group: id.slice(0, end) };
}

type DetailFieldsProps = {
  form: Pick<ReturnType<typeof useForm<Details>>, 'field' | 'checkbox'>;
  /** Several positions get what is typed. */
  isForEach?: boolean;
};

function DetailFields({ form, isForEach = false }: DetailFieldsProps) {
  const priority = form.field('priority');
  const station = form.field('station');
  const isBreaker = form.checkbox('breaker').isSelected;
  const crew = useCrew();
  const stations = (crew.state === 'ready' && crew.body.stations) || [];
  const isGone = crew.state === 'ready' && station.value !== '' && !byId(stations, station.value);
  return (
    <>
      <TextField
        label={t('second-duty')}
        description={isForEach ? t('second-duty-of-each') : t('second-duty-hint')}
        dir="auto"
        {...form.field('secondDuty')}
      />
      <SelectField
        label={t('priority')}
        description={t('priority-hint')}
        options={priorityOptions()}
        {...priority}
        value={priority.value === '' ? 'none' : priority.value}
        onChange={(chosen) => priority.onChange(chosen === 'none' ? '' : chosen)}
      />
      {(stations.length > 0 || isGone) && !isBreaker && (
        <SelectField
          label={t('station')}
          description={t('station-hint')}
          options={[
            { value: byName, label: t('station-by-name') },
            ...stations.map(({ id, name, subarea }) => ({ value: id, label: name, group: subarea })),
            ...(isGone ? [goneStation(station.value)] : []),
          ]}
          {...station}
          value={station.value === '' ? byName : station.value}
          onChange={(chosen) => station.onChange(chosen === byName ? '' : chosen)}
        />
      )}
      <Checkbox label={t('breaker')} {...form.checkbox('breaker')} />
    </>
  );
}

type NameFormProps = {
  title: string;
  label: string;
  item: PlanItem;
  name: string;
  /** Of a position. */
  details?: Details;
  /** What was typed as changes; none where it is what is saved. */
  changesTo: (typed: { name: string } & Details) => readonly PlanChange[];
  children: ReactNode;
};

function NameForm({ label, item, name, details, changesTo, children, ...rest }: NameFormProps) {
  const { document } = useOpenPlan();
  const form = useForm({ name, ...(details ?? detailsOf()) });
  const element = elementOf(item);

  function save(): Outcome<string> {
    const changes = changesTo(form.values);
    const [first] = changes;
    if (!form.isTouched || !first) return done(element);
    const made = document.change(changes.length === 1 ? first : { type: 'batch', changes });
    return made.ok ? done(element) : made;
  }

  return (
    <PlanForm {...rest} form={form} work={save} returnTo={element} inside={item.rotation}>
      {children}
      <TextField label={label} autoFocus dir="auto" {...form.field('name')} />
      {details && <DetailFields form={form} />}
    </PlanForm>
  );
}

export function SubareaForm({ rotation, subarea }: { rotation: Rotation; subarea: Subarea | undefined }) {
  const { rotations } = useOpenPlan();
  const [areasIn, setAreasIn] = useState<AreasIn>();
  const now = byId(rotations, rotation.id) ?? rotation;
  const label = t('subarea-name');

  if (!subarea) {
    return (
      <ListForm
        label={label}
        title={t('add-subarea')}
        hint={t('subarea-hint')}
        rotation={now}
        where={now.name}
        what="subarea"
        items={now.subareas}
        returnTo={adderOf({ kind: 'rotation', rotation: rotation.id })}
        read={(text) => areasListed(text, now, chosenFor(text, areasIn))}
        question={(text) => <TableQuestion text={text} chosen={areasIn} onChoose={setAreasIn} />}
      />
    );
  }
  const { name } = byId(now.subareas, subarea.id) ?? subarea;
  return (
    <NameForm
      label={label}
      title={t('rename-area')}
      item={{ kind: 'subarea', rotation: rotation.id, subarea: subarea.id }}
      name={name}
      changesTo={(to) => [
        { type: 'subarea.rename', rotation: rotation.id, subarea: subarea.id, name: to.name },
      ]}
    >
      <p>{t('subarea-in', { name, rotation: now.name })}</p>
    </NameForm>
  );
}

/** What was chosen counts as long as a table stands in the field. */
const chosenFor = (text: string, chosen: AreasIn | undefined): AreasIn | null => {
  const guess = guessAreasIn(text);
  return guess && (chosen ?? guess);
};

const ways = () => [
  { id: 'row', label: t('first-row') },
  { id: 'column', label: t('first-column') },
];

type QuestionProps = { text: string; chosen: AreasIn | undefined; onChoose: (chosen: AreasIn) => void };

function TableQuestion({ text, chosen, onChoose }: QuestionProps) {
  const areasIn = chosenFor(text, chosen);
  if (areasIn === null) return null;
  return (
    <div className="stack additions">
      <p className="additions__count">{t('subareas-are-in')}</p>
      <PillRow
        label={t('subareas-are-in')}
        items={ways()}
        currentId={areasIn}
        onChoose={(way) => onChoose(way === 'row' ? 'row' : 'column')}
      />
    </div>
  );
}

type PositionFormProps = { rotation: Rotation; subarea: Subarea; position: Position | undefined };

export function PositionForm({ rotation, subarea, position }: PositionFormProps) {
  const { rotations } = useOpenPlan();
  const now = byId(rotations, rotation.id) ?? rotation;
  const home =
    (position && now.subareas.find(({ positions }) => byId(positions, position.id))) ??
    byId(now.subareas, subarea.id) ??
    subarea;
  const label = t('position-name');
  const where = `${home.name}, ${now.name}`;

  if (!position) {
    return (
      <ListForm
        label={label}
        title={t('add-position')}
        hint={t('position-hint')}
        rotation={now}
        where={where}
        what="position"
        items={home.positions}
        returnTo={adderOf({ kind: 'subarea', rotation: rotation.id, subarea: subarea.id })}
        read={(text) => positionsListed(text, now, subarea.id)}
      />
    );
  }
  const place = { rotation: rotation.id, position: position.id };
  const saved = byId(positionsOf(now), position.id) ?? position;
  const { name, secondDuty = '' } = saved;
  const details = detailsOf(saved);
  return (
    <NameForm
      label={label}
      title={t('edit-position')}
      item={{ kind: 'position', ...place }}
      name={name}
      details={details}
      changesTo={(typed) => [
        ...(typed.name !== name ? [{ type: 'position.rename' as const, ...place, name: typed.name }] : []),
        ...(typed.secondDuty !== secondDuty
          ? [{ type: 'position.duty' as const, ...place, secondDuty: typed.secondDuty }]
          : []),
        ...planningSteps(place, planningIn(typed, details)),
      ]}
    >
      <p>{t('in-place', { place: where })}</p>
    </NameForm>
  );
}

const planningSteps = (place: { rotation: string; position: string }, planning: Planning): PlanChange[] =>
  Object.keys(planning).length > 0 ? [{ type: 'position.planning', ...place, ...planning }] : [];

function AdditionsPreview({ text, additions }: { text: string; additions: Additions }) {
  const { areas, repeated, known } = additions;
  const positions = areas.flatMap((area) => area.positions);
  const subareas = areas.filter(({ id }) => id === null);
  const only = [...subareas.map(({ name }) => name), ...positions];
  const isPlain = only.length === 1 && only[0] === text.trim() && repeated.length === 0;
  const isEmpty = areas.length === 0 && known.length === 0;
  return (
    <div className="stack additions">
      <p className="additions__count" role="status">
        {!isPlain && !isEmpty && t('to-add', { what: countOf(subareas.length, positions.length) })}
      </p>
      {!isPlain && !isEmpty && (
        <>
          <ul className="stack additions__areas">
            {areas.map(({ name, positions: inside }) => (
              <li key={name} className="plan__name">
                <strong>{name}</strong>
                {inside.length > 0 && `: ${inside.join(', ')}`}
              </li>
            ))}
          </ul>
          {known.length > 0 && <p>{t('known-names', { names: known.join(', ') })}</p>}
          {repeated.length > 0 && <p>{t('repeated-names', { names: repeated.join(', ') })}</p>}
        </>
      )}
    </div>
  );
}

function countOf(subareas: number, positions: number): string {
  const parts = [
    subareas > 0 && t('subareas-count', { count: subareas }),
    positions > 0 && t('positions-count', { count: positions }),
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : t('nothing');
}

type ListFormProps = {
  title: string;
  label: string;
  hint: string;
  rotation: Rotation;
  where: string;
  what: 'subarea' | 'position';
  /** What is there already. */
  items: readonly (Identified & { readonly name: string })[];
  returnTo: string;
  read: (text: string) => Additions;
  question?: (text: string) => ReactNode;
};

/** Said while they are typed; other problems only when Add was pressed. */
const saidAtOnce: readonly ProblemCode[] = ['positions-too-many', 'subareas-too-many', 'text-too-long'];

function ListForm(props: ListFormProps) {
  const { label, hint, rotation, where, what, items, read, question, ...rest } = props;
  const client = useClient();
  const { changePlan } = useOpenPlan();
  const area = useRef<HTMLTextAreaElement>(null);
  const form = useForm({ name: '', ...detailsOf() });
  const field = form.field('name');
  const typed = field.value;
  const reading = read(typed);
  const { problem } = reading;
  const isList = reading.areas.some(({ positions }) => positions.length > 1);
  const early = problem && saidAtOnce.includes(problem.code) ? sentence(problem) : undefined;

  function add(): Outcome<string> {
    if (problem) return { ok: false, problem };
    const duty = parseSecondDuty(form.values.secondDuty);
    if (!duty.ok) return duty;
    const each = {
      ...(duty.value !== '' && { secondDuty: duty.value }),
      ...(form.values.station !== '' && { station: form.values.station }),
      ...(form.values.priority !== '' && { priority: form.values.priority }),
      ...(form.values.breaker && { breaker: true as const }),
    };
    const changes = additionSteps(rotation.id, reading, () => client.newId(), each);
    const [first] = changes;
    if (!first) return refuse('invalid-name', { field: 'name' });
    const change = changes.length === 1 ? first : ({ type: 'batch', changes } as const);
    const made = changePlan(change, describeAdditions(reading, t));
    return made.ok ? done(elementOf(lastOf(rotation.id, changes))) : made;
  }

  function goOn() {
    form.reset();
    area.current?.focus();
  }

  return (
    <PlanForm
      {...rest}
      form={form}
      work={add}
      inside={rotation.id}
      adding={{ isEmpty: typed.trim() === '', onAdded: goOn }}
    >
      <div>
        <p>{t('in-place', { place: where })}</p>
        {items.length > 0 && (
          <p className="hint plan__name">
            {t('list-of', {
              count: t(what === 'subarea' ? 'subareas-count' : 'positions-count', { count: items.length }),
              names: items.map(({ name }) => name).join(', '),
            })}
          </p>
        )}
      </div>
      <LinesField
        ref={area}
        label={label}
        description={hint}
        autoFocus
        dir="auto"
        {...field}
        onChange={(text) => {
          field.onChange(text);
          form.clear();
        }}
        error={field.error ?? early}
      />
      {question?.(typed)}
      <AdditionsPreview text={typed} additions={reading} />
      {what === 'position' && <DetailFields form={form} isForEach={isList} />}
    </PlanForm>
  );
}

function lastOf(rotation: string, changes: ReturnType<typeof additionSteps>): PlanItem {
  const last = changes[changes.length - 1];
  if (last?.type === 'position.add') return { kind: 'position', rotation, position: last.position.id };
  if (last?.type === 'subarea.add') return { kind: 'subarea', rotation, subarea: last.subarea.id };
  return { kind: 'rotation', rotation };
}
