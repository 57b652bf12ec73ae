import { useState } from 'react';
import type { Layout } from '../../../../domain/day/layout.ts';
import { byId } from '../../../../domain/list/list.ts';
import type { Rotation } from '../../../../domain/plan/rotation.ts';
import { useRotationNow } from '../../../parts/board/use-rotation.ts';
import { useClient } from '../../../parts/page/client-context.tsx';

/**
 * Which rotation is being edited: starts with the one the day view shows and stays until another is picked. Unlike the
 * day view, it doesn't follow the clock.
 */
export function useEditedRotation(layout: Layout): {
  rotation: Rotation | undefined;
  now: string | undefined;
  choose: (id: string) => void;
} {
  const { choices } = useClient();
  const { rotations, template, date } = layout;
  const { suggested, now } = useRotationNow(layout);
  const [chosen, setChosen] = useState(
    () => choices.rotation(template, date, 'editor') ?? choices.rotation(template, date) ?? suggested?.id,
  );
  return {
    rotation: byId(rotations, chosen ?? '') ?? suggested,
    now,
    choose: (id) => {
      choices.chooseRotation(template, date, id, 'editor');
      setChosen(id);
    },
  };
}
