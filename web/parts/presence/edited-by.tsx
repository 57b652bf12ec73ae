import { VisuallyHidden } from '../../ui/page/page.tsx';
import { useHolder } from './use-presence.tsx';
import './presence.css';

type EditedByProps = { what: 'shift' | 'position'; id: string };

/** An outline with a name over the element around it, which has a position, while somebody else holds what it shows. */
export function EditedBy({ what, id }: EditedByProps) {
  const name = useHolder(what, id);
  if (name === null) return null;
  return (
    <span className="held screen-only">
      <span className="one-line held__name" aria-hidden="true">
        {name}
      </span>
      <VisuallyHidden>{name === 'You' ? ', held on your other screen' : `, held by ${name}`}</VisuallyHidden>
    </span>
  );
}
