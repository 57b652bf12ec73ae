import { Redirect } from '../../guards.tsx';
import { useClient } from '../../parts/client-context.tsx';
import { useOpenTemplate } from '../../parts/template-frame.tsx';
import { urls } from '../../urls.ts';
import { NameForm } from './name-form.tsx';
import { at } from './place.ts';

type PositionFormProps = { rotation: string; subarea: string; place: string };

/** `place` is 'add' for a new position. */
export function PositionFormScreen({ rotation: inRotation, subarea: inSubarea, place }: PositionFormProps) {
  const client = useClient();
  const { id, template, document } = useOpenTemplate();
  const rotation = at(template.rotations, inRotation);
  const subarea = rotation && at(rotation.subareas, inSubarea);
  const position = subarea && at(subarea.positions, place);
  if (!rotation || !subarea || (!position && place !== 'add')) {
    return <Redirect to={urls.templateRotations(id)} />;
  }
  return (
    <NameForm
      title={position ? 'Rename Position' : 'Add Position'}
      label="Position Name"
      name={position?.name ?? ''}
      document={document}
      back={urls.templateRotations(id)}
      changeTo={(name) =>
        position
          ? { type: 'position.rename', rotation: rotation.id, position: position.id, name }
          : {
              type: 'position.add',
              rotation: rotation.id,
              subarea: subarea.id,
              position: { id: client.newId(), name, seats: [] },
              before: null,
            }
      }
    >
      <p>{`In ${subarea.name}, ${rotation.name}`}</p>
    </NameForm>
  );
}
