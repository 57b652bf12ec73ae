import type { Additions } from '../../../../domain/plan/list-additions.ts';
import './additions-preview.css';

/** Before a list is added: what it adds and what is left out. Shows nothing for a single name. */
export function AdditionsPreview({ text, additions }: { text: string; additions: Additions }) {
  const { areas, repeated, known } = additions;
  const positions = areas.flatMap((area) => area.positions);
  const subareas = areas.filter(({ id }) => id === null);
  const only = [...subareas.map(({ name }) => name), ...positions];
  const isPlain = only.length === 1 && only[0] === text.trim() && repeated.length === 0;
  const isEmpty = areas.length === 0 && known.length === 0;
  return (
    <div className="additions">
      <p className="additions__count" role="status">
        {!isPlain && !isEmpty && `To add: ${countOf(subareas.length, positions.length)}`}
      </p>
      {!isPlain && !isEmpty && (
        <>
          <ul className="additions__areas">
            {areas.map(({ name, positions: inside }) => (
              <li key={name} className="additions__area">
                <strong>{name}</strong>
                {inside.length > 0 && `: ${inside.join(', ')}`}
              </li>
            ))}
          </ul>
          {known.length > 0 && <p>{`Already there, not added again: ${known.join(', ')}`}</p>}
          {repeated.length > 0 && <p>{`More than once in the list, added once: ${repeated.join(', ')}`}</p>}
        </>
      )}
    </div>
  );
}

function countOf(subareas: number, positions: number): string {
  const parts = [
    subareas > 0 && `${subareas} ${subareas === 1 ? 'subarea' : 'subareas'}`,
    positions > 0 && `${positions} ${positions === 1 ? 'position' : 'positions'}`,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : 'nothing';
}
