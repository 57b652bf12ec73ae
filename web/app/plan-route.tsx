import { type AnyRoute, createRoute, useParams } from '@tanstack/react-router';
import { Plan, PositionForm, RotationForm, SubareaForm } from './lazy-screens.ts';

/** The list of rotations and its forms, under the route that opens the plan they are about. */
export function planRoutes(getParentRoute: () => AnyRoute): AnyRoute[] {
  return [
    createRoute({ getParentRoute, path: '/', component: () => <Plan /> }),
    createRoute({ getParentRoute, path: '$rotation', component: PlanForm }),
    createRoute({ getParentRoute, path: '$rotation/$subarea', component: PlanForm }),
    createRoute({ getParentRoute, path: '$rotation/$subarea/$position', component: PlanForm }),
  ];
}

/** Another address is another form, with nothing typed. */
function PlanForm() {
  const { rotation = '', subarea, position } = useParams({ strict: false }) as Record<string, string>;
  const key = [rotation, subarea, position].join('/');
  if (subarea === undefined) return <RotationForm key={key} rotation={rotation} />;
  if (position === undefined) return <SubareaForm key={key} rotation={rotation} subarea={subarea} />;
  return <PositionForm key={key} rotation={rotation} subarea={subarea} position={position} />;
}
