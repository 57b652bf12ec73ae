import { useParams } from 'wouter';
import { PlanScreen } from '../screens/plan/plan.tsx';
import { PositionFormScreen } from '../screens/plan/position-form.tsx';
import { RotationFormScreen } from '../screens/plan/rotation-form.tsx';
import { SubareaFormScreen } from '../screens/plan/subarea-form.tsx';

/** The list of rotations, or the form of the rotation, subarea or position that the address names. */
export function PlanRoute() {
  const { rotation, subarea, position } = useParams<{ [part: string]: string | undefined }>();
  if (rotation === undefined) return <PlanScreen />;
  // another address gets an empty form
  const key = [rotation, subarea, position].join('/');
  if (subarea === undefined) return <RotationFormScreen key={key} rotation={rotation} />;
  if (position === undefined) return <SubareaFormScreen key={key} rotation={rotation} subarea={subarea} />;
  return <PositionFormScreen key={key} rotation={rotation} subarea={subarea} position={position} />;
}
