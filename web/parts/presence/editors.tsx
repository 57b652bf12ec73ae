import { useMe } from '../page/client-context.tsx';
import { editorsText } from './editors-text.ts';
import { nameOf, useOthers } from './use-presence.ts';
import './presence.css';

const mostFaces = 3;

/** Who else edits the chosen layout: their initials, and a sentence where there is room. */
export function Editors() {
  const others = useOthers();
  const me = useMe()?.user?.id;
  if (others.length === 0) return null;
  const names = [...new Map(others.map((each) => [each.person, nameOf(each, me)])).values()];
  const text = editorsText(names);
  return (
    <span className="editors" title={text}>
      {names.slice(0, mostFaces).map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two people may have the same name
        <span key={index} className="editors__face" aria-hidden="true">
          {[...name][0]}
        </span>
      ))}
      <span className="editors__text">{text}</span>
    </span>
  );
}
