import type { SingleChange } from '../change/change.ts';
import { byId, nextIdAfter } from '../change/list.ts';
import type { PositionChange } from '../position/position.ts';
import type { Rotation } from '../rotation/rotation.ts';
import type { SubareaChange } from '../subarea/subarea.ts';
import type { Plan, PlanChange } from './plan.ts';

/** The steps that take a step back; null when nothing can. */
export type WayBack = readonly SingleChange[] | null;

/** What takes back a change of a plan, of a template or a layout. */
export function planBack(plan: Plan, change: PlanChange): WayBack {
  if (change.type === 'rotation.add') return [{ type: 'rotation.delete', rotation: change.rotation.id }];
  const rotation = byId(plan, change.rotation);
  if (!rotation) return null;
  switch (change.type) {
    case 'rotation.edit': {
      const said = (['name', 'startTime', 'endTime'] as const).filter((field) => change[field] !== undefined);
      const fields = Object.fromEntries(said.map((field) => [field, rotation[field]]));
      return [{ type: 'rotation.edit', rotation: rotation.id, ...fields }];
    }
    case 'rotation.move':
      return [{ type: 'rotation.move', rotation: rotation.id, before: nextIdAfter(plan, rotation.id) }];
    case 'rotation.delete':
      return [{ type: 'rotation.add', rotation, before: nextIdAfter(plan, rotation.id) }];
    case 'position.add':
    case 'position.rename':
    case 'position.move':
    case 'position.delete':
      return positionBack(rotation, change);
    default:
      return subareaBack(rotation, change);
  }
}

function subareaBack({ id: rotation, subareas }: Rotation, change: SubareaChange): WayBack {
  if (change.type === 'subarea.add')
    return [{ type: 'subarea.delete', rotation, subarea: change.subarea.id }];
  const subarea = byId(subareas, change.subarea);
  if (!subarea) return null;
  const before = nextIdAfter(subareas, subarea.id);
  switch (change.type) {
    case 'subarea.rename':
      return [{ type: 'subarea.rename', rotation, subarea: subarea.id, name: subarea.name }];
    case 'subarea.move':
      return [{ type: 'subarea.move', rotation, subarea: subarea.id, before }];
    case 'subarea.delete':
      return [{ type: 'subarea.add', rotation, subarea, before }];
  }
}

function positionBack({ id: rotation, subareas }: Rotation, change: PositionChange): WayBack {
  if (change.type === 'position.add') {
    return [{ type: 'position.delete', rotation, position: change.position.id }];
  }
  const home = subareas.find(({ positions }) => byId(positions, change.position));
  const position = home && byId(home.positions, change.position);
  if (!home || !position) return null;
  const before = nextIdAfter(home.positions, position.id);
  switch (change.type) {
    case 'position.rename':
      return [{ type: 'position.rename', rotation, position: position.id, name: position.name }];
    case 'position.move':
      return [{ type: 'position.move', rotation, position: position.id, subarea: home.id, before }];
    case 'position.delete':
      return [{ type: 'position.add', rotation, subarea: home.id, position, before }];
  }
}
