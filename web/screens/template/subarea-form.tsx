import { Redirect } from '../../guards.tsx';
import { useClient } from '../../parts/client-context.tsx';
import { useOpenTemplate } from '../../parts/template-frame.tsx';
import { urls } from '../../urls.ts';
import { NameForm } from './name-form.tsx';
import { at } from './place.ts';

/** `place` is 'add' for a new subarea. */
export function SubareaFormScreen({ rotation: rotationPlace, place }: { rotation: string; place: string }) {
  const client = useClient();
  const { id, template, document } = useOpenTemplate();
  const rotation = at(template.rotations, rotationPlace);
  const subarea = rotation && at(rotation.subareas, place);
  if (!rotation || (!subarea && place !== 'add')) return <Redirect to={urls.templateRotations(id)} />;
  return (
    <NameForm
      title={subarea ? 'Rename Area' : 'Add Subarea'}
      label="Subarea Name"
      name={subarea?.name ?? ''}
      document={document}
      back={urls.templateRotations(id)}
      changeTo={(name) =>
        subarea
          ? { type: 'subarea.rename', rotation: rotation.id, subarea: subarea.id, name }
          : {
              type: 'subarea.add',
              rotation: rotation.id,
              subarea: { id: client.newId(), name, positions: [] },
              before: null,
            }
      }
    >
      <p>{`In ${rotation.name}`}</p>
    </NameForm>
  );
}
