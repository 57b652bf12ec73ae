import { useEffect } from 'react';
import type { Layout } from '../../../../domain/layout/layout.ts';
import { byId } from '../../../../domain/list/list.ts';
import type { Rotation } from '../../../../domain/rotation/rotation.ts';
import { overlaps } from '../../../../domain/time/clock-time.ts';
import { currentAddress, navigate } from '../../../parts/page/navigation.ts';
import { withoutPerson } from '../../../urls.ts';

type Shown = { layout: Layout; rotation: Rotation | undefined; choose: (rotation: string) => void };

/** The shift of the person that the address asks for, as soon as a rotation in which they work is shown. */
export function useAskedPerson(asked: string | undefined, { layout, rotation, choose }: Shown) {
  const { shifts, rotations, dayStart } = layout;
  const shift = asked === undefined ? undefined : byId(shifts, asked);
  const isIn = (each: Rotation) => shift !== undefined && overlaps(shift, each, dayStart);
  const wanted = rotation && isIn(rotation) ? rotation : (rotations.find(isIn) ?? rotation);
  const isGone = asked !== undefined && shift === undefined;

  useEffect(() => {
    if (shift && wanted && wanted.id !== rotation?.id) choose(wanted.id);
    if (isGone) forgetAskedPerson();
  });
  return shift && wanted?.id === rotation?.id ? shift.id : undefined;
}

/** Reloading the page doesn't open the person again. */
export const forgetAskedPerson = () =>
  navigate(withoutPerson(currentAddress()), { replace: true, keepScroll: true });
