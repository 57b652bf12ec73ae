import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useDeferredValue, useMemo, useState } from 'react';
import type { Made } from '../../../client/document/document-view.ts';
import { deletePerson } from '../../../contract/crew.ts';
import {
  type AskedShift,
  type Crew,
  crewIndex,
  newPerson,
  type Person,
  type Question,
} from '../../../domain/crew/crew.ts';
import { peopleOf } from '../../../domain/crew/name-matching.ts';
import { jobOf } from '../../../domain/day/shift.ts';
import { done, type Outcome } from '../../../domain/problem/problem.ts';
import { mayManage } from '../../../domain/team/user.ts';
import { showDate } from '../../../domain/time/date.ts';
import { askFinally } from '../../parts/ask/ask-first.ts';
import { showChangeToast } from '../../parts/forms/change-toast.ts';
import { Facts } from '../../parts/forms/facts.tsx';
import { FormDialog, SubmitForm, useForm } from '../../parts/forms/submit.tsx';
import { useMembers } from '../../parts/lists/document-lists.ts';
import { useClient, useCrew, useRole, useTeamId } from '../../parts/page/client-context.tsx';
import { NotReady } from '../../parts/page/not-ready.tsx';
import { Button } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { LinesField, SelectField, type SelectOption, TextField } from '../../ui/form/form.tsx';
import { Badge, EmptyState } from '../../ui/message/message.tsx';
import { Actions, Card, Page, Stack } from '../../ui/page/page.tsx';
import { Table, type TableColumn } from '../../ui/table/table.tsx';
import {
  findPeople,
  type ListedPerson,
  listPeople,
  type PeopleFilter,
  useCrewChange,
  useCrewDocument,
} from './crew-list.ts';
import './crew.css';

export function CrewScreen() {
  const crew = useCrew();
  if (crew.state !== 'ready') return <NotReady title="Crew" view={crew} />;
  return <CrewPage crew={crew.body} />;
}

const shownOptions: readonly SelectOption<PeopleFilter>[] = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
  { value: 'all', label: 'Everyone' },
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
      title="Crew"
      actions={
        isManager && (
          <Button variant="primary" icon={<IconPlus />} onPress={() => setDialog('add')}>
            Add Person
          </Button>
        )
      }
    >
      <Stack>
        <Questions crew={crew} />
        {people.length === 0 ? (
          <EmptyState title="Nobody in the crew yet">
            People are added by themselves when they are on a schedule or get a shift.
          </EmptyState>
        ) : (
          <>
            <search className="crew-search">
              <TextField label="Search" type="search" value={search} onChange={setSearch} />
              <SelectField label="Show" value={shown} onChange={setShown} options={shownOptions} />
            </search>
            <p role="status">{found.length === 1 ? '1 person' : `${found.length} people`}</p>
            <PeopleTable rows={rows} onOpen={(person) => setDialog({ person })} />
            {rows.length < found.length && (
              <Button isWide onPress={() => setWhole(true)}>
                Show All {found.length}
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
    label: 'ID',
    look: 'detail',
    cell: ({ person }) => person.providerIds.map(({ id }) => id).join(', '),
  };
  const hasIds = rows.some(({ person }) => person.providerIds.length > 0);
  return (
    <Table
      label="People"
      isLean
      className="crew-people"
      rows={rows}
      rowKey={({ person }) => person.id}
      columns={[
        {
          label: 'Name',
          look: 'name',
          cell: ({ person, account }) => (
            <>
              {person.name} {!person.active && <Badge>Inactive</Badge>}
              {account !== null && <Badge tone="brand">Account</Badge>}
            </>
          ),
        },
        { label: 'Jobs', look: 'detail', cell: ({ jobs }) => jobs.join(', ') },
        {
          label: 'Last Shift',
          look: 'detail',
          cell: ({ lastDate }) => (lastDate === null ? '' : showDate(lastDate)),
        },
        ...(hasIds ? [ids] : []),
        {
          label: 'Actions',
          isActions: true,
          cell: ({ person }) => (
            <Button aria-label={`Open ${person.name}`} onPress={() => onOpen(person.id)}>
              Open
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
      title="Add Person"
      action="Add"
      form={form}
      work={() =>
        document.change({ type: 'person.add', person: newPerson(client.newId(), form.values.name) })
      }
      onDone={(made) => showChangeToast(made)}
      onClose={onClose}
    >
      <TextField label="Name" autoFocus {...form.field('name')} />
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
      title={`Merge ${person.name}`}
      onClose={onClose}
      actions={<Button onPress={onClose}>Cancel</Button>}
    >
      <Stack>
        <p>
          All shifts of {person.name} will count as the other person’s. Names already on layouts stay. You can
          take this back at any time.
        </p>
        <TextField label="Merge into" type="search" value={search} onChange={setSearch} />
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
        {found.length === 0 && <p>Nobody found.</p>}
        {found.length > offered && (
          <p>{found.length - offered} more. Type more of the name, a job, or an ID.</p>
        )}
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
    { label: 'Jobs', value: jobs.join(', ') || 'None yet' },
    { label: 'Last shift', value: lastDate === null ? 'None yet' : showDate(lastDate) },
    { label: 'Other names', value: names.join(', ') || 'None' },
    {
      label: 'Schedule IDs',
      value: person.providerIds.map(({ provider, id }) => `${provider}: ${id}`).join(', ') || 'None',
    },
    ...(isManager ? [] : [{ label: 'Notes', value: person.notes || 'None' }]),
  ];
  const askToDelete = () =>
    askFinally({
      title: `Delete ${person.name}?`,
      action: 'Delete Person',
      text: 'Their name is removed from the crew, from every layout, and from history. Where someone wrote it in a note, it stays. This can’t be undone.',
      work: () => client.call(deletePerson, { params: { team, person: person.id } }),
      said: 'Person deleted',
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
        {merged.map((each) => (
          <div className="actions apart" key={each.id}>
            <span>{each.name} was merged into this person.</span>
            {isManager && (
              <Button
                aria-label={`Take back the merge of ${each.name}`}
                onPress={() => change({ type: 'person.unmerge', person: each.id })}
              >
                Take Back
              </Button>
            )}
          </div>
        ))}
        {isManager && (
          <Actions>
            <Button onPress={() => setMerging(true)}>Merge…</Button>
            <Button
              onPress={() => change({ type: 'person.edit', person: person.id, active: !person.active })}
            >
              {person.active ? 'Mark as Inactive' : 'Mark as Active'}
            </Button>
            <Button variant="danger" onPress={askToDelete}>
              Delete…
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
    <SubmitForm form={form} label={`Edit ${person.name}`} action="Save" work={save} onDone={finish}>
      <TextField
        label="Name"
        description="A new name also shows on layouts from today on."
        {...form.field('name')}
      />
      <LinesField label="Notes" {...form.field('notes')} />
    </SubmitForm>
  );
}

function AccountField({ listed: { person, account } }: { listed: ListedPerson }) {
  const team = useTeamId() ?? '';
  const members = useMembers(team);
  const change = useCrewChange();
  const options = (members.rows ?? []).map(({ user, firstName, lastName, email }) => ({
    value: user,
    label: `${firstName} ${lastName} (${email})`,
  }));
  const isFormer = account !== null && !options.some(({ value }) => value === account);
  return (
    <SelectField
      label="Account"
      description="Who signs in as this person."
      value={account ?? ''}
      onChange={(user) => change({ type: 'person.link', person: person.id, account: user || null })}
      options={[
        { value: '', label: 'None' },
        ...options,
        ...(isFormer ? [{ value: account, label: 'Former member' }] : []),
      ]}
    />
  );
}

const offeredCandidates = 5;

function Questions({ crew }: { crew: Crew }) {
  if (crew.questions.length === 0) return null;
  return (
    <Card title="Who Is This?" flag={String(crew.questions.length)} isPadded>
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
  const text = isOne ? `Is ${question.name} ${first.name}?` : `Which ${question.name} is this?`;

  function answer(person: string, name: string) {
    const said = `${question.name} is ${name}`;
    change({ type: 'question.answer', question: question.id, person, shift: only }, said);
  }

  return (
    <div className="stack stack--close">
      <p className="crew-questions__text">{text}</p>
      <p>{shifts.map(shiftText).join(' · ')}</p>
      <Actions>
        {candidates.length > offeredCandidates ? (
          <Chooser candidates={candidates} label={text} onChoose={answer} />
        ) : (
          candidates.map((person) => (
            <Button
              key={person.id}
              onPress={() => answer(person.id, person.name)}
              aria-label={isOne ? `Same person: ${text}` : undefined}
            >
              {isOne ? 'Same Person' : describePerson(person)}
            </Button>
          ))
        )}
        <Button
          onPress={() => answer(client.newId(), 'another person')}
          aria-label={`Another person: ${text}`}
        >
          Another Person
        </Button>
      </Actions>
    </div>
  );
}

const shiftText = ({ date, job }: AskedShift): string =>
  [showDate(date), jobOf({ schedule: job })].filter(Boolean).join(', ');

function describePerson({ name, jobs, lastDate, providerIds }: Person): string {
  const [id] = providerIds;
  const known = [jobs.slice(0, 2).join(', '), lastDate && `last ${showDate(lastDate)}`, id && `ID ${id.id}`];
  const text = known.filter(Boolean).join(' · ');
  return text === '' ? name : `${name} (${text})`;
}

type ChooserProps = Pick<AskProps, 'candidates'> & {
  label: string;
  onChoose: (person: string, name: string) => void;
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
        placeholder="Choose a person"
        options={candidates.map((each) => ({ value: each.id, label: describePerson(each) }))}
      />
      <Button
        isDisabled={!person}
        aria-label={`This person: ${label}`}
        onPress={() => person && onChoose(person.id, person.name)}
      >
        This Person
      </Button>
    </>
  );
}
