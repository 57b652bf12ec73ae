import type { Words } from '../../words/words.ts';
import type { BodyOf, ChangeOf, ChangeType, DocumentBody, registry } from '../change/change.ts';
import type { ShiftFields } from '../day/shift.ts';
import { byId } from '../list/list.ts';
import { type PlanItem, positionIn } from '../plan/plan.ts';
import type { Rotation } from '../plan/rotation.ts';
import type { ClockTime } from '../time/clock-time.ts';
import { type Formats, formatTime } from '../time/formats.ts';

/** How a phrase is said. */
export interface Say {
  readonly t: Words<'history'>;
  readonly formats: Formats;
}

export interface Around<Body extends DocumentBody> extends Say {
  readonly before: Body | null;
  readonly after: Body | null;
}

/** 'started Sam Lee’s break'. Apart from the definitions, since pages load those first. */
export type Phrases = {
  readonly [Type in ChangeType]: (
    around: Around<BodyOf<(typeof registry)[Type]['fits'][number]>>,
    change: ChangeOf<Type>,
  ) => string;
};

export const time = (at: ClockTime, { formats }: Say): string => formatTime(at, formats.clock);

export const times = ({ startTime, endTime }: Pick<ShiftFields, 'startTime' | 'endTime'>, say: Say): string =>
  `${time(startTime, say)}–${time(endTime, say)}`;

/** 'a, b and c'. */
export const listed = (parts: readonly string[], { t }: Say): string =>
  parts.length < 2
    ? parts.join('')
    : t('list', { most: parts.slice(0, -1).join(', '), last: parts[parts.length - 1] ?? '' });

export const said = (part: string | false): part is string => part !== false;

export type Planned = Extract<DocumentBody, { rotations: unknown }>;

export function rotationOf(
  { before, after }: Pick<Around<Planned>, 'before' | 'after'>,
  id: string,
): Rotation | undefined {
  return byId(before?.rotations ?? [], id) ?? byId(after?.rotations ?? [], id);
}

export const rotationName = (around: Around<Planned>, id: string): string =>
  rotationOf(around, id)?.name ?? gone(around, 'rotation');

export function subareaName(around: Around<Planned>, rotation: string, id: string): string {
  return byId(rotationOf(around, rotation)?.subareas ?? [], id)?.name ?? gone(around, 'subarea');
}

export function positionName(around: Around<Planned>, rotation: string, id: string): string {
  const { before, after } = around;
  const find = (body: Planned | null) =>
    positionIn(byId(body?.rotations ?? [], rotation)?.subareas, id).position;
  return (find(before) ?? find(after))?.name ?? gone(around, 'position');
}

/** What is not found in a body was deleted before; without a body, nothing is known of it. */
export const gone = ({ before, after, t }: Around<Planned>, what: PlanItem['kind']): string =>
  before || after ? t(`deleted-${what}`) : t(`a-${what}`);

export function changedArea(
  { before, t }: Around<Extract<DocumentBody, { area: string }>>,
  { area }: { readonly area: string },
): string {
  const after = area.trim();
  return before ? t('changed-area-from', { before: before.area, after }) : t('changed-area', { after });
}
