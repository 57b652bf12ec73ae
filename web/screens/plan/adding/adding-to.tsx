import type { Identified } from '../../../../domain/list/list.ts';

type AddingToProps = {
  where: string;
  what: 'subarea' | 'position';
  items: readonly (Identified & { readonly name: string })[];
};

/** What items are added to, and what is there. */
export function AddingTo({ where, what, items }: AddingToProps) {
  const count = items.length;
  return (
    <div>
      <p>{`In ${where}`}</p>
      {count > 0 && (
        <p className="plan__there">
          {`${count} ${what}${count === 1 ? '' : 's'}: ${items.map(({ name }) => name).join(', ')}`}
        </p>
      )}
    </div>
  );
}
