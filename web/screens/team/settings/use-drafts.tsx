import { useState } from 'react';
import { Button } from '../../../ui/button/button.tsx';
import { Alert } from '../../../ui/message/alert.tsx';
import { conflicts, type Drafts, fieldTexts, type Texts, typeInto } from './drafts.ts';

const none = <Field extends string>(): Drafts<Field> => ({}) as Drafts<Field>;

/** What is typed over live values; it stays when the values change under it, and says so. */
export function useDrafts<Field extends string>(shown: Texts<Field>) {
  const [drafts, setDrafts] = useState(none<Field>);
  const lost = conflicts(drafts, shown);
  return {
    texts: fieldTexts(drafts, shown),
    type: (field: Field, typed: string) => setDrafts((before) => typeInto(before, shown, field, typed)),
    clear: () => setDrafts(none<Field>),
    /** The fields that others changed meanwhile, and a way to drop what was typed over them. */
    conflicts: lost,
    takeTheirs: () =>
      setDrafts((before) => {
        const left = { ...before };
        for (const field of lost) delete left[field];
        return left;
      }),
  };
}

type ConflictNoticeProps = {
  /** Names of the fields and what they are now. */
  changed: readonly { label: string; text: string }[];
  onTake: () => void;
};

/** Nobody's change is replaced without its being said. */
export function ConflictNotice({ changed, onTake }: ConflictNoticeProps) {
  if (changed.length === 0) return null;
  const what = changed.map(({ label, text }) => `${label} to “${text}”`).join(', ');
  return (
    <Alert tone="warning" action={<Button onPress={onTake}>Use Theirs</Button>}>
      {`Someone else changed ${what}. Saving replaces their change.`}
    </Alert>
  );
}
