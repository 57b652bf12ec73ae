import { positionsOf } from '../../../domain/plan/rotation.ts';
import { starterSets, starterTemplate } from '../../../domain/team/starter-sets.ts';
import { type StarterKind, starterKinds } from '../../../domain/team/template.ts';
import './start.css';

type KindFieldProps = {
  kind: StarterKind | 'empty' | null;
  /** The area that the set is for. */
  area: string;
  onChange: (kind: StarterKind | 'empty') => void;
};

const options = [
  ...starterKinds.map((kind) => ({ kind, name: starterSets[kind].name })),
  { kind: 'empty', name: 'Other' },
] as const;

/** What kind of restaurant it is: which rotations and positions the team starts with. */
export function KindField({ kind, area, onChange }: KindFieldProps) {
  return (
    <fieldset className="kinds" aria-describedby="kind-about">
      <legend className="field__label">Kind of restaurant</legend>
      <div className="kinds__options">
        {options.map((option) => (
          <label key={option.kind} className="kinds__option">
            <input
              type="radio"
              name="kind"
              value={option.kind}
              checked={kind === option.kind}
              onChange={() => onChange(option.kind)}
            />
            {option.name}
          </label>
        ))}
      </div>
      <p className="field__description" id="kind-about">
        {kind === null && 'You start with positions that fit, and change what is different at yours.'}
        {kind === 'empty' && 'You start without positions, and add your own.'}
        {kind !== null && kind !== 'empty' && aboutSet(kind, area)}
      </p>
    </fieldset>
  );
}

/** 'For Restaurant: Front Counter, Drive-Thru, and Kitchen, 18 positions, in 5 rotations from Breakfast to Close.' */
function aboutSet(kind: StarterKind, area: string): string {
  const { rotations } = starterTemplate(() => '', kind, area);
  const subareas = Object.keys(starterSets[kind].usual);
  const most = Math.max(...rotations.map((rotation) => positionsOf(rotation).length));
  const list = `${subareas.slice(0, -1).join(', ')}, and ${subareas[subareas.length - 1]}`;
  return `For ${area}: ${list}, ${most} positions, in ${rotations.length} rotations from ${rotations[0]?.name} to ${rotations[rotations.length - 1]?.name}. You can change all of it.`;
}
