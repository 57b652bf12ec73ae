/** For each edited field: its text, and the value shown when editing began. */
export type Drafts<Field extends string> = Readonly<Partial<Record<Field, { typed: string; base: string }>>>;
export type Texts<Field extends string> = Readonly<Record<Field, string>>;

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

/** Edited fields that someone else changed in the meantime. */
export function conflicts<Field extends string>(drafts: Drafts<Field>, shown: Texts<Field>): Field[] {
  return fieldsOf(shown).filter((field) => {
    const draft = drafts[field];
    return draft !== undefined && draft.base !== shown[field] && draft.typed !== shown[field];
  });
}

const fieldsOf = <Field extends string>(texts: Texts<Field>) => Object.keys(texts) as Field[];
