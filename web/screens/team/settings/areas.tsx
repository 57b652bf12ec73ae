import { useState } from 'react';
import type { LiveDocument, Made } from '../../../../client/document/document-view.ts';
import type { Team } from '../../../../domain/team/team.ts';
import { changeWithToast, showChangeToast } from '../../../parts/forms/change-toast.ts';
import { SubmitForm, useForm } from '../../../parts/forms/submit.tsx';
import { useClient } from '../../../parts/page/client-context.tsx';
import { lazyPart } from '../../../parts/page/lazy-screen.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { TextField } from '../../../ui/form/field.tsx';
import { Card } from '../../../ui/page/card.tsx';
import { focusNextRow } from '../../../ui/page/focus.ts';
import './areas.css';

const RenameArea = lazyPart(() => import('./rename-area.tsx'), 'RenameArea');

export function Areas({ id, team }: { id: string; team: Team }) {
  const document = useClient().open('team', id, id);
  const [renamed, setRenamed] = useState<string | null>(null);

  function remove(area: string) {
    if (changeWithToast(document, { type: 'area.delete', area })) focusNextRow();
  }

  return (
    <Card title="Areas" isPadded>
      <ul className="areas">
        {team.areas.map((area) => (
          <li key={area} className="actions areas__row">
            <span className="areas__name">{area}</span>
            <Button aria-label={`Rename ${area}`} onPress={() => setRenamed(area)}>
              Rename
            </Button>
            <Button variant="danger" aria-label={`Delete ${area}`} onPress={() => remove(area)}>
              Delete
            </Button>
          </li>
        ))}
      </ul>
      <AddArea document={document} />
      {renamed !== null && (
        <RenameArea document={document} areas={team.areas} area={renamed} onClose={() => setRenamed(null)} />
      )}
    </Card>
  );
}

function AddArea({ document }: { document: LiveDocument<Team> }) {
  const form = useForm({ areas: '' });

  function finish(made: Made) {
    form.reset();
    showChangeToast(made);
  }

  return (
    <SubmitForm
      form={form}
      label="Add Area"
      action="Add Area"
      variant="secondary"
      work={() => document.change({ type: 'area.add', name: form.values.areas })}
      onDone={finish}
    >
      <TextField label="New area" {...form.field('areas')} />
    </SubmitForm>
  );
}
