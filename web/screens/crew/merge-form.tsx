import { useState } from 'react';
import { Button } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { findPeople, type ListedPerson } from './crew-list.ts';
import { describePerson } from './questions.tsx';
import { useCrewChange } from './use-crew-change.ts';

/** As many as fit under the search. */
const offered = 8;

/** Chooses whom a person is merged into, and says what that means. */
export function MergeForm({
  listed: { person },
  people,
  onClose,
  onDone,
}: {
  listed: ListedPerson;
  people: readonly ListedPerson[];
  onClose: () => void;
  onDone: () => void;
}) {
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
      <div className="crew-person">
        <p>
          All shifts of {person.name} will count as the other person’s. Names already on layouts stay. You can
          take this back at any time.
        </p>
        <TextField label="Merge into" type="search" value={search} onChange={setSearch} />
        <ul className="crew-merge">
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
      </div>
    </Dialog>
  );
}
