import { useParams } from 'wouter';
import { Plan, PositionForm, RotationForm, SubareaForm } from './lazy-screens.ts';

/** The list of rotations, or the form of the rotation, subarea or position that the address names. */
export function PlanRoute() {
  const { rotation, subarea, position } = useParams<{ [part: string]: string | undefined }>();
  if (rotation === undefined) return <Plan />;
  // another address gets an empty form
  const key = [rotation, subarea, position].join('/');
  if (subarea === undefined) return <RotationForm key={key} rotation={rotation} />;
  if (position === undefined) return <SubareaForm key={key} rotation={rotation} subarea={subarea} />;
  return <PositionForm key={key} rotation={rotation} subarea={subarea} position={position} />;
}
