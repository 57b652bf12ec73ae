/** For each field that was typed in: the text, and what was shown when typing began. */
export type Drafts<Field extends string> = Readonly<Partial<Record<Field, { typed: string; over: string }>>>;
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
  // typed back to what is there, the field is untouched again
  if (typed === shown[field]) return others as Drafts<Field>;
  return { ...drafts, [field]: { typed, over: before?.over ?? shown[field] } };
}

/** The fields that someone else gave another value while they were typed in. */
export function conflicts<Field extends string>(drafts: Drafts<Field>, shown: Texts<Field>): Field[] {
  return fieldsOf(shown).filter((field) => {
    const draft = drafts[field];
    return draft !== undefined && draft.over !== shown[field] && draft.typed !== shown[field];
  });
}

const fieldsOf = <Field extends string>(texts: Texts<Field>) => Object.keys(texts) as Field[];
