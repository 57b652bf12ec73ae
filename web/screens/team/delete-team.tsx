import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/button/button.tsx';
import { Card } from '../../ui/page/card.tsx';
import { Actions } from '../../ui/page/page.tsx';

const DeleteDialog = lazy(async () => ({ default: (await import('./delete-team-dialog.tsx')).DeleteDialog }));

/** Deletes a team; asks for its name to prevent mistakes. */
export function DeleteTeam({ id, name }: { id: string; name: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title="Delete Team" isPadded>
      <p className="team__words">
        This permanently deletes the team’s templates, layouts, members, and history for everyone.
      </p>
      <Actions>
        <Button onPress={() => setOpen(true)}>Delete Team</Button>
      </Actions>
      <Suspense>{isOpen && <DeleteDialog id={id} name={name} onClose={() => setOpen(false)} />}</Suspense>
    </Card>
  );
}
