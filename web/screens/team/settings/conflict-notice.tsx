import type { useForm } from '../../../parts/forms/submit.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { Alert } from '../../../ui/message/message.tsx';

type ConflictNoticeProps<Saved extends object> = {
  form: Pick<ReturnType<typeof useForm<Saved>>, 'saved' | 'conflicts' | 'reset'>;
  labels: Readonly<Record<keyof Saved, string>>;
};

/** What is typed stays when others save something else; who saves it is told first. */
export function ConflictNotice<Saved extends object>({ form, labels }: ConflictNoticeProps<Saved>) {
  const { conflicts, saved } = form;
  if (conflicts.length === 0) return null;
  const what = conflicts.map((name) => `${labels[name]} to “${saved[name]}”`).join(', ');
  return (
    <Alert tone="warning" action={<Button onPress={() => form.reset(conflicts)}>Use Theirs</Button>}>
      {`Someone else changed ${what}. Saving replaces their change.`}
    </Alert>
  );
}
