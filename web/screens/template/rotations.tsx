import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import type { Rotation } from '../../../domain/rotation.ts';
import type { Subarea } from '../../../domain/subarea.ts';
import { useOpenTemplate } from '../../parts/template-frame.tsx';
import { changeSaying } from '../../parts/undoable.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Actions, Page, Stack } from '../../ui/page.tsx';
import { urls } from '../../urls.ts';
import './rotations.css';

/** The rotations of a template, with their subareas and positions. */
export function TemplateRotationsScreen() {
  const { id, template } = useOpenTemplate();
  return (
    <Page
      title="Rotations"
      windowTitle={`${template.name} rotations`}
      actions={
        <ButtonLink variant="primary" href={urls.templateRotation(id, 'add')} icon={<IconPlus />}>
          Add Rotation
        </ButtonLink>
      }
    >
      <Stack>
        {template.rotations.length === 0 && (
          <EmptyState title="No rotations added yet">
            A rotation is a part of the day, such as Breakfast or Lunch, with positions of its own.
          </EmptyState>
        )}
        {template.rotations.map((rotation, index) => (
          <RotationCard key={rotation.id} rotation={rotation} index={index} />
        ))}
      </Stack>
    </Page>
  );
}

function RotationCard({ rotation, index }: { rotation: Rotation; index: number }) {
  const { id, document } = useOpenTemplate();
  const { name } = rotation;
  return (
    <Card title={name} aside={`${rotation.startTime} to ${rotation.endTime}`} isPadded>
      <Stack>
        <Actions>
          <ButtonLink href={urls.templateRotation(id, index)} aria-label={`Edit Rotation ${name}`}>
            Edit Rotation
          </ButtonLink>
          <Button
            variant="danger"
            aria-label={`Delete Rotation ${name}`}
            onPress={() =>
              changeSaying(document, { type: 'rotation.delete', rotation: rotation.id }, `${name} deleted`)
            }
          >
            Delete Rotation
          </Button>
          <ButtonLink href={urls.templateSubarea(id, index, 'add')} aria-label={`Add Subarea to ${name}`}>
            Add Subarea
          </ButtonLink>
        </Actions>
        {rotation.subareas.length === 0 && <p className="rotations__none">No subareas added yet</p>}
        {rotation.subareas.map((subarea, place) => (
          <SubareaPart
            key={subarea.id}
            rotation={rotation}
            rotationIndex={index}
            subarea={subarea}
            index={place}
          />
        ))}
      </Stack>
    </Card>
  );
}

type SubareaPartProps = { rotation: Rotation; rotationIndex: number; subarea: Subarea; index: number };

function SubareaPart({ rotation, rotationIndex, subarea, index }: SubareaPartProps) {
  const { id, document } = useOpenTemplate();
  const { name } = subarea;
  return (
    <section className="rotations__subarea" aria-label={`${name}, ${rotation.name}`}>
      <h3>{name}</h3>
      <Actions>
        <ButtonLink href={urls.templateSubarea(id, rotationIndex, index)} aria-label={`Rename Area ${name}`}>
          Rename Area
        </ButtonLink>
        <Button
          variant="danger"
          aria-label={`Delete Area ${name}`}
          onPress={() =>
            changeSaying(
              document,
              { type: 'subarea.delete', rotation: rotation.id, subarea: subarea.id },
              `${name} deleted`,
            )
          }
        >
          Delete Area
        </Button>
        <ButtonLink
          href={urls.templatePosition(id, rotationIndex, index, 'add')}
          aria-label={`Add Position to ${name}`}
        >
          Add Position
        </ButtonLink>
      </Actions>
      {subarea.positions.length === 0 ? (
        <p className="rotations__none">No positions added yet</p>
      ) : (
        <ul className="rotations__positions">
          {subarea.positions.map((position, place) => (
            <li key={position.id}>
              <span className="rotations__position">{position.name}</span>
              <ButtonLink
                href={urls.templatePosition(id, rotationIndex, index, place)}
                aria-label={`Rename ${position.name}`}
              >
                Rename
              </ButtonLink>
              <Button
                variant="danger"
                aria-label={`Delete ${position.name}`}
                onPress={() =>
                  changeSaying(
                    document,
                    { type: 'position.delete', rotation: rotation.id, position: position.id },
                    `${position.name} deleted`,
                  )
                }
              >
                Delete
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
