import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useDeferredValue, useMemo, useState } from 'react';
import { type Crew, newPerson } from '../../../domain/crew/crew.ts';
import { mayManage } from '../../../domain/team/user.ts';
import { showDate } from '../../../domain/time/date.ts';
import { showChangeToast } from '../../parts/forms/change-toast.ts';
import { FormDialog, useForm } from '../../parts/forms/submit.tsx';
import { useClient, useCrew, useRole } from '../../parts/page/client-context.tsx';
import { NotReady } from '../../parts/page/not-ready.tsx';
import { Button } from '../../ui/button/button.tsx';
import { SelectField, type SelectOption, TextField } from '../../ui/form/field.tsx';
import { Badge, EmptyState } from '../../ui/message/message.tsx';
import { Page, Stack } from '../../ui/page/page.tsx';
import { Table, type TableColumn } from '../../ui/table/table.tsx';
import { findPeople, type ListedPerson, listPeople, type Shown, useCrewDocument } from './crew-list.ts';
import { PersonDialog } from './person-dialog.tsx';
import { Questions } from './questions.tsx';
import './crew.css';

export function CrewScreen() {
  const crew = useCrew();
  if (crew.state !== 'ready') return <NotReady title="Crew" view={crew} />;
  return <CrewPage crew={crew.body} />;
}

const shownOptions: readonly SelectOption<Shown>[] = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
  { value: 'all', label: 'Everyone' },
];

/** More rows take long to draw, and nobody reads them: a search finds the others. */
const mostRows = 100;

function CrewPage({ crew }: { crew: Crew }) {
  const isManager = mayManage(useRole());
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState<Shown>('active');
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
