import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useDeferredValue, useMemo, useState } from 'react';
import type { Made } from '../../../client/document/document-view.ts';
import { showDate } from '../../../client/words/formats.ts';
import { words } from '../../../client/words/words.ts';
import { deletePerson } from '../../../contract/crew.ts';
import type { AskedShift, Crew, Person, Question } from '../../../domain/crew/crew.ts';
import { crewIndex, newPerson } from '../../../domain/crew/crew-index.ts';
import { peopleOf } from '../../../domain/crew/name-matching.ts';
import { jobOf } from '../../../domain/day/shift.ts';
import { done, type Outcome } from '../../../domain/problem/problem.ts';
import { mayManage } from '../../../domain/team/user.ts';
import { askFinally } from '../../parts/ask/ask-first.ts';
import { showChangeToast } from '../../parts/forms/change-toast.ts';
import { Facts } from '../../parts/forms/facts.tsx';
import { FormDialog, SubmitForm, useForm } from '../../parts/forms/submit.tsx';
import { useMembers } from '../../parts/lists/document-lists.ts';
import { useClient, useCrew, useRole, useTeamId } from '../../parts/page/client-context.tsx';
import { NotReady } from '../../parts/page/not-ready.tsx';
import { Button, ButtonLink } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { LinesField, SelectField, type SelectOption, TextField } from '../../ui/form/form.tsx';
import { Badge, EmptyState } from '../../ui/message/message.tsx';
import { Actions, Card, Page, Stack } from '../../ui/page/page.tsx';
import { Table, type TableColumn } from '../../ui/table/table.tsx';
import { urls } from '../../urls.ts';
import {
  findPeople,
  type ListedPerson,
  listPeople,
  type PeopleFilter,
  useCrewChange,
  useCrewDocument,
} from './crew-list.ts';
import { PinSection } from './pin-section.tsx';
import { columnsOf } from './skills/columns.ts';
import { PlanningSection } from './skills/planning-section.tsx';
import './crew.css';

const ofPage = words('page');
const t = words('crew');

export function CrewScreen() {
  const crew = useCrew();
  if (crew.state !== 'ready') return <NotReady title={t('crew')} view={crew} />;
  return <CrewPage crew={crew.body} />;
}

const shownOptions = (): readonly SelectOption<PeopleFilter>[] => [
  { value: 'active', label: t('active') },
  { value: 'inactive', label: t('inactive-ones') },
  { value: 'all', label: t('everyone') },
];

/** More rows take long to draw, and nobody reads them: a search finds the others. */
const mostRows = 100;

function CrewPage({ crew }: { crew: Crew }) {
  const isManager = mayManage(useRole());
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState<PeopleFilter>('active');
  const [isWhole, setWhole] = useState(false);
  const [dialog, setDialog] = useState<{ person: string } | 'add' | null>(null);
  const people = useMemo(() => listPeople(crew), [crew]);
  const wanted = useDeferredValue(search);
  const found = useMemo(() => findPeople(people, { search: wanted, shown }), [people, wanted, shown]);
  const rows = isWhole ? found : found.slice(0, mostRows);
  const open = typeof dialog === 'object' && people.find(({ person }) => person.id === dialog?.person);

  return (
    <Page
      title={t('crew')}
      actions={
        <>
          <ButtonLink href={urls.skills}>{t('skills')}</ButtonLink>
          {isManager && (
            <Button variant="primary" icon={<IconPlus />} onPress={() => setDialog('add')}>
              {t('add-person')}
            </Button>
          )}
        </>
      }
    >
      <Stack>
        <Questions crew={crew} />
        {people.length === 0 ? (
          <EmptyState title={t('nobody-yet')}>{t('how-added')}</EmptyState>
        ) : (
          <>
            <search className="crew-search">
              <TextField label={t('search')} type="search" value={search} onChange={setSearch} />
              <SelectField label={t('show')} value={shown} onChange={setShown} options={shownOptions()} />
            </search>
            <p role="status">{t('people-count', { count: found.length })}</p>
            <PeopleTable rows={rows} onOpen={(person) => setDialog({ person })} />
            {rows.length < found.length && (
              <Button isWide onPress={() => setWhole(true)}>
                {t('show-all', { count: found.length })}
              </Button>
            )}
          </>
        )}
      </Stack>
      {dialog === 'add' && <AddPersonDialog onClose={() => setDialog(null)} />}
      {open && (
        <PersonDialog
          key={open.person.id}
          listed={open}
          people={people}
          crew={crew}
          onClose={() => setDialog(null)}
        />
      )}
    </Page>
  );
}

function PeopleTable({ rows, onOpen }: { rows: readonly ListedPerson[]; onOpen: (person: string) => void }) {
  const ids: TableColumn<ListedPerson> = {
    label: t('id'),
    before: t('id'),
    look: 'detail',
    cell: ({ person }) => person.providerIds.map(({ id }) => id).join(', '),
  };
  const hasIds = rows.some(({ person }) => person.providerIds.length > 0);
  return (
    <Table
      label={t('people')}
      isLean
      className="crew-people"
      rows={rows}
      rowKey={({ person }) => person.id}
      columns={[
        {
          label: t('name'),
          look: 'name',
          cell: ({ person, account }) => (
            <>
              {person.name} {!person.active && <Badge>{t('inactive')}</Badge>}
              {account !== null && <Badge tone="brand">{t('account')}</Badge>}
            </>
          ),
        },
        { label: t('jobs'), look: 'detail', cell: ({ jobs }) => jobs.join(', ') },
        {
          label: t('last-shift'),
          before: t('last-shift-on'),
          look: 'detail',
          cell: ({ lastDate }) => (lastDate === null ? '' : showDate(lastDate)),
        },
        ...(hasIds ? [ids] : []),
        {
          label: t('actions'),
          isActions: true,
          cell: ({ person }) => (
            <Button aria-label={t('open-named', { name: person.name })} onPress={() => onOpen(person.id)}>
              {t('open')}
            </Button>
          ),
        },
      ]}
    />
  );
}

function AddPersonDialog({ onClose }: { onClose: () => void }) {
  const client = useClient();
  const document = useCrewDocument();
  const form = useForm({ name: '' });

  return (
    <FormDialog
      title={t('add-person')}
      action={t('add')}
      form={form}
      work={() =>
        document.change({ type: 'person.add', person: newPerson(client.newId(), form.values.name) })
      }
      onDone={(made) => showChangeToast(made)}
      onClose={onClose}
    >
      <TextField label={t('name')} autoFocus {...form.field('name')} />
    </FormDialog>
  );
}

const offered = 8;

type MergeFormProps = Pick<PersonDialogProps, 'listed' | 'people' | 'onClose'> & { onDone: () => void };

function MergeForm({ listed: { person }, people, onClose, onDone }: MergeFormProps) {
  const change = useCrewChange();
  const [search, setSearch] = useState(person.name.split(' ')[0] ?? '');
  const others = people.filter((each) => each.person.id !== person.id);
  const found = findPeople(others, { search, shown: 'all' });

  return (
    <Dialog
      title={t('merge-named', { name: person.name })}
      onClose={onClose}
      actions={<Button onPress={onClose}>{ofPage('cancel')}</Button>}
    >
      <Stack>
        <p>{t('merge-means', { name: person.name })}</p>
        <TextField label={t('merge-into')} type="search" value={search} onChange={setSearch} />
        <ul className="stack stack--close">
          {found.slice(0, offered).map((other) => (
            <li key={other.person.id}>
              <Button
                isWide
                onPress={() => {
                  if (change({ type: 'person.merge', from: person.id, into: other.person.id })) onDone();
                }}
              >
                {describePerson(other.person)}
              </Button>
            </li>
          ))}
        </ul>
        {found.length === 0 && <p>{t('nobody-found')}</p>}
        {found.length > offered && <p>{t('more-found', { count: found.length - offered })}</p>}
      </Stack>
    </Dialog>
  );
}

interface PersonDialogProps {
  readonly listed: ListedPerson;
  readonly people: readonly ListedPerson[];
  readonly crew: Crew;
  readonly onClose: () => void;
}

function PersonDialog({ listed, people, crew, onClose }: PersonDialogProps) {
  const { person, jobs, names, lastDate } = listed;
  const isManager = mayManage(useRole());
  const [isMerging, setMerging] = useState(false);
  const change = useCrewChange();
  const client = useClient();
  const team = useTeamId() ?? '';
  const facts = [
    { label: t('jobs'), value: jobs.join(', ') || t('none-yet') },
    { label: t('last-shift-was'), value: lastDate === null ? t('no-shift-yet') : showDate(lastDate) },
    { label: t('other-names'), value: names.join(', ') || t('no-names') },
    {
      label: t('schedule-ids'),
      value: person.providerIds.map((each) => t('id-at', each)).join(', ') || t('no-ids'),
    },
    ...(isManager ? [] : [{ label: t('notes'), value: person.notes || t('no-notes') }]),
  ];
  const askToDelete = () =>
    askFinally({
      title: t('delete-title', { name: person.name }),
      action: t('delete-person'),
      text: t('delete-means'),
      work: () => client.call(deletePerson, { params: { team, person: person.id } }),
      said: t('person-deleted'),
      onDone: onClose,
    });
  if (isMerging)
    return <MergeForm {...{ listed, people }} onClose={() => setMerging(false)} onDone={onClose} />;
  const merged = crew.merged.filter(({ into }) => into === person.id);
  return (
    <Dialog title={person.name} onClose={onClose}>
      <Stack>
        <Facts facts={facts} />
        {isManager && <PersonForm listed={listed} onSaved={onClose} />}
        {isManager && <AccountField listed={listed} />}
        {isManager && (
          <PlanningSection
            crew={crew}
            person={person.id}
            name={person.name}
            columns={columnsOf(crew.stations ?? [], [])}
          />
        )}
        {isManager && <PinSection person={person} hasAccount={listed.account !== null} />}
        {merged.map((each) => (
          <div className="actions apart" key={each.id}>
            <span>{t('was-merged', { name: each.name })}</span>
            {isManager && (
              <Button
                aria-label={t('take-back-merge', { name: each.name })}
                onPress={() => change({ type: 'person.unmerge', person: each.id })}
              >
                {t('take-back')}
              </Button>
            )}
          </div>
        ))}
        {isManager && (
          <Actions>
            <Button onPress={() => setMerging(true)}>{t('merge')}</Button>
            <Button
              onPress={() => change({ type: 'person.edit', person: person.id, active: !person.active })}
            >
              {t(person.active ? 'mark-inactive' : 'mark-active')}
            </Button>
            <Button variant="danger" onPress={askToDelete}>
              {t('delete')}
            </Button>
          </Actions>
        )}
      </Stack>
    </Dialog>
  );
}

function PersonForm({ listed: { person }, onSaved }: { listed: ListedPerson; onSaved: () => void }) {
  const document = useCrewDocument();
  const form = useForm({ name: person.name, notes: person.notes });

  function save(): Outcome<Made | null> {
    const { name, notes } = form.values;
    const fields = {
      ...(name.trim() !== person.name && { name }),
      ...(notes !== person.notes && { notes }),
    };
    if (Object.keys(fields).length === 0) return done(null);
    return document.change({ type: 'person.edit', person: person.id, ...fields });
  }

  function finish(made: Made | null) {
    if (made) showChangeToast(made);
    onSaved();
  }

  return (
    <SubmitForm
      form={form}
      label={t('edit-named', { name: person.name })}
      action={t('save')}
      work={save}
      onDone={finish}
    >
      <TextField label={t('name')} description={t('new-name-shows')} {...form.field('name')} />
      <LinesField label={t('notes')} {...form.field('notes')} />
    </SubmitForm>
  );
}

function AccountField({ listed: { linked, account } }: { listed: ListedPerson }) {
  const team = useTeamId() ?? '';
  const members = useMembers(team);
  const change = useCrewChange();
  const options = (members.rows ?? []).map(({ user, firstName, lastName, email }) => ({
    value: user,
    label: t('member-and-email', { name: `${firstName} ${lastName}`, email }),
  }));
  const isFormer = account !== null && !options.some(({ value }) => value === account);
  return (
    <SelectField
      label={t('account')}
      description={t('who-signs-in')}
      value={account ?? ''}
      onChange={(user) => change({ type: 'person.link', person: linked, account: user || null })}
      options={[
        { value: '', label: t('no-account') },
        ...options,
        ...(isFormer ? [{ value: account, label: t('former-member') }] : []),
      ]}
    />
  );
}

const offeredCandidates = 5;

function Questions({ crew }: { crew: Crew }) {
  if (crew.questions.length === 0) return null;
  return (
    <Card title={t('who-is-this')} flag={String(crew.questions.length)} isPadded>
      <ul className="stack">
        {crew.questions.map((question) => (
          <li key={question.id} className="stack">
            <QuestionRow crew={crew} question={question} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function QuestionRow({ crew, question }: { crew: Crew; question: Question }) {
  const people = peopleOf(crew);
  const index = crewIndex(crew);
  const rootsOf = (records: readonly Person[]) => [
    ...new Set(records.flatMap(({ id }) => index.personOf(id) ?? [])),
  ];
  const exact = rootsOf(people.named(question.name));
  // Where the name is several people's, each shift may be another one's.
  const isEach = exact.length > 0 && question.providerId === null;
  const candidates = exact.length > 0 ? exact : rootsOf(people.likely(question.name));
  const asked = { question, candidates };
  if (!isEach) return <Ask {...asked} shifts={question.shifts} only={null} />;
  return question.shifts.map((shift) => (
    <Ask key={`${shift.layout} ${shift.shift}`} {...asked} shifts={[shift]} only={shift.shift} />
  ));
}

interface AskProps {
  readonly question: Question;
  readonly candidates: readonly Person[];
  readonly shifts: readonly AskedShift[];
  /** The shift that is asked about; null for all of this name. */
  readonly only: string | null;
}

function Ask({ question, candidates, shifts, only }: AskProps) {
  const client = useClient();
  const change = useCrewChange();
  const [first] = candidates;
  const isOne = candidates.length === 1 && first && only === null;
  const { name } = question;
  const text = isOne ? t('is-it', { name, person: first.name }) : t('which-is-it', { name });

  function answer(person: string, said: string) {
    change({ type: 'question.answer', question: question.id, person, shift: only }, said);
  }

  return (
    <div className="stack stack--close">
      <p className="crew-questions__text">{text}</p>
      <p>{shifts.map(shiftText).join(' · ')}</p>
      <Actions>
        {candidates.length > offeredCandidates ? (
          <Chooser
            candidates={candidates}
            label={text}
            onChoose={({ id, name: person }) => answer(id, t('it-is', { name, person }))}
          />
        ) : (
          candidates.map((person) => (
            <Button
              key={person.id}
              onPress={() => answer(person.id, t('it-is', { name, person: person.name }))}
              aria-label={isOne ? t('same-person-asked', { question: text }) : undefined}
            >
              {isOne ? t('same-person') : describePerson(person)}
            </Button>
          ))
        )}
        <Button
          onPress={() => answer(client.newId(), t('it-is-another', { name }))}
          aria-label={t('another-person-asked', { question: text })}
        >
          {t('another-person')}
        </Button>
      </Actions>
    </div>
  );
}

const shiftText = ({ date, job }: AskedShift): string =>
  [showDate(date), jobOf({ schedule: job })].filter(Boolean).join(', ');

function describePerson({ name, jobs, lastDate, providerIds }: Person): string {
  const [id] = providerIds;
  const known = [
    jobs.slice(0, 2).join(', '),
    lastDate && t('last-on', { date: showDate(lastDate) }),
    id && t('id-is', { id: id.id }),
  ];
  const text = known.filter(Boolean).join(' · ');
  return text === '' ? name : t('name-and-more', { name, about: text });
}

type ChooserProps = Pick<AskProps, 'candidates'> & {
  label: string;
  onChoose: (person: Person) => void;
};

function Chooser({ candidates, label, onChoose }: ChooserProps) {
  const [chosen, setChosen] = useState('');
  const person = candidates.find(({ id }) => id === chosen);
  return (
    <>
      <SelectField
        label={label}
        isLabelHidden
        value={chosen}
        onChange={setChosen}
        placeholder={t('choose-person')}
        options={candidates.map((each) => ({ value: each.id, label: describePerson(each) }))}
      />
      <Button
        isDisabled={!person}
        aria-label={t('this-person-asked', { question: label })}
        onPress={() => person && onChoose(person)}
      >
        {t('this-person')}
      </Button>
    </>
  );
}
