import { useState } from 'react';
import { Button } from '../../../ui/button/button.tsx';
import { Alert } from '../../../ui/message/alert.tsx';
import { conflicts, type Drafts, fieldTexts, type Texts, typeInto } from './drafts.ts';

const none = <Field extends string>(): Drafts<Field> => ({}) as Drafts<Field>;

/** Form values over live data: what is typed stays when the data changes, and conflicts are reported. */
export function useDrafts<Field extends string>(shown: Texts<Field>) {
  const [drafts, setDrafts] = useState(none<Field>);
  const conflicting = conflicts(drafts, shown);
  return {
    texts: fieldTexts(drafts, shown),
    type: (field: Field, typed: string) => setDrafts((before) => typeInto(before, shown, field, typed)),
    clear: () => setDrafts(none<Field>),
    /** The fields that others changed in the meantime. */
    conflicts: conflicting,
    takeTheirs: () =>
      setDrafts((before) => {
        const left = { ...before };
        for (const field of conflicting) delete left[field];
        return left;
      }),
  };
}

type ConflictNoticeProps = {
  /** Labels of the fields and their current values. */
  changed: readonly { label: string; text: string }[];
  onTake: () => void;
};

/** Warns before saving over someone else's change. */
export function ConflictNotice({ changed, onTake }: ConflictNoticeProps) {
  if (changed.length === 0) return null;
  const what = changed.map(({ label, text }) => `${label} to “${text}”`).join(', ');
  return (
    <Alert tone="warning" action={<Button onPress={onTake}>Use Theirs</Button>}>
      {`Someone else changed ${what}. Saving replaces their change.`}
    </Alert>
  );
}
