import { type ReactNode, useState } from 'react';
import { Submit } from '../../../parts/forms/submit.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { FormFooter } from '../../../ui/form/form.tsx';
import { Alert } from '../../../ui/message/message.tsx';

/** For each edited field: its text, and the value shown when editing began. */
export type Drafts<Field extends string> = Readonly<Partial<Record<Field, { typed: string; base: string }>>>;
type Texts<Field extends string> = Readonly<Record<Field, string>>;

/** Untouched fields show what others save. */
export function fieldTexts<Field extends string>(drafts: Drafts<Field>, shown: Texts<Field>): Texts<Field> {
  const entries = fieldsOf(shown).map((field) => [field, drafts[field]?.typed ?? shown[field]]);
  return Object.fromEntries(entries) as Texts<Field>;
}

export function typeInto<Field extends string>(
  drafts: Drafts<Field>,
  shown: Texts<Field>,
  field: NoInfer<Field>,
  typed: string,
): Drafts<Field> {
  const { [field]: before, ...others } = drafts;
  // the field has its saved value again
  if (typed === shown[field]) return others as Drafts<Field>;
  return { ...drafts, [field]: { typed, base: before?.base ?? shown[field] } };
}

export function conflicts<Field extends string>(drafts: Drafts<Field>, shown: Texts<Field>): Field[] {
  return fieldsOf(shown).filter((field) => {
    const draft = drafts[field];
    return draft !== undefined && draft.base !== shown[field] && draft.typed !== shown[field];
  });
}

const fieldsOf = <Field extends string>(texts: Texts<Field>) => Object.keys(texts) as Field[];

const none = <Field extends string>(): Drafts<Field> => ({}) as Drafts<Field>;

/** Form values over live data: what is typed stays when the data changes, and conflicts are reported. */
export function useDrafts<Field extends string>(shown: Texts<Field>) {
  const [drafts, setDrafts] = useState(none<Field>);
  const conflicting = conflicts(drafts, shown);
  return {
    texts: fieldTexts(drafts, shown),
    type: (field: Field, typed: string) => setDrafts((before) => typeInto(before, shown, field, typed)),
    clear: () => setDrafts(none<Field>),
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
  changed: readonly { label: string; text: string }[];
  onTake: () => void;
};

export function ConflictNotice({ changed, onTake }: ConflictNoticeProps) {
  if (changed.length === 0) return null;
  const what = changed.map(({ label, text }) => `${label} to “${text}”`).join(', ');
  return (
    <Alert tone="warning" action={<Button onPress={onTake}>Use Theirs</Button>}>
      {`Someone else changed ${what}. Saving replaces their change.`}
    </Alert>
  );
}

type DraftsFooterProps = {
  isBusy?: boolean;
  onCancel: () => void;
  children?: ReactNode;
};

export function DraftsFooter({ isBusy, onCancel, children }: DraftsFooterProps) {
  return (
    <FormFooter>
      <Submit isBusy={isBusy}>Save</Submit>
      <Button variant="quiet" onPress={onCancel}>
        Cancel
      </Button>
      {children}
    </FormFooter>
  );
}
