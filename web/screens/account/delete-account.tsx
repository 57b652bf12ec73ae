import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/button/button.tsx';
import { Card } from '../../ui/page/card.tsx';
import { Actions, Stack } from '../../ui/page/page.tsx';

const DeleteDialog = lazy(async () => ({
  default: (await import('./delete-account-dialog.tsx')).DeleteDialog,
}));

/** `hasPassword` is undefined while loading. */
export function DeleteAccount({ hasPassword }: { hasPassword: boolean | undefined }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title="Delete Account" isPadded>
      <Stack>
        <p>You’ll leave all your teams and won’t be able to sign in anymore.</p>
        <Actions>
          <Button isDisabled={hasPassword === undefined} onPress={() => setOpen(true)}>
            Delete Account
          </Button>
        </Actions>
      </Stack>
      <Suspense>
        {isOpen && <DeleteDialog hasPassword={hasPassword === true} onClose={() => setOpen(false)} />}
      </Suspense>
    </Card>
  );
}
