import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconWand from '@tabler/icons-react/dist/esm/icons/IconWand.mjs';
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { words } from '../../../../client/words/words.ts';
import type { Layout } from '../../../../domain/day/layout.ts';
import { jobOf, type Shift } from '../../../../domain/day/shift.ts';
import { isOutDuring, overlapping, unassigned } from '../../../../domain/day/who-is-there.ts';
import { byId, neighbourOf, turnAfter } from '../../../../domain/list/list.ts';
import type { Position, Rotation } from '../../../../domain/plan/rotation.ts';
import { mayManage, mayRunTheDay } from '../../../../domain/team/user.ts';
import { arrowMove } from '../../../parts/board/arrow-keys.ts';
import { Headcount } from '../../../parts/board/headcount/headcount.tsx';
import { NoRotations } from '../../../parts/board/no-rotations.tsx';
import { RotationPills } from '../../../parts/board/rotation-pills.tsx';
import { BoardNames, useNames, useNamesIn, useRotationNow } from '../../../parts/board/use-board.tsx';
import { DragArea } from '../../../parts/drag/drag-area.tsx';
import { useDroppable } from '../../../parts/drag/drag-items.ts';
import { useLayoutChange } from '../../../parts/forms/change-toast.ts';
import { asSomeone } from '../../../parts/kiosk/unlock-first.ts';
import { useSearch } from '../../../parts/lists/search.tsx';
import { useClient, useReadyLayout, useRole } from '../../../parts/page/client-context.tsx';
import { useHold } from '../../../parts/presence/use-presence.tsx';
import { UndoButtons } from '../../../parts/undo/undo-buttons.tsx';
import { Button, ButtonLink } from '../../../ui/button/button.tsx';
import { Alert } from '../../../ui/message/message.tsx';
import { useListener, useSize } from '../../../ui/page/events.ts';
import { focusLater } from '../../../ui/page/focus.ts';
import { VisuallyHidden } from '../../../ui/page/page.tsx';
import { useStableRows } from '../../../ui/table/stable-rows.ts';
import { urls } from '../../../urls.ts';
import { FillMenu, useFill } from '../fill/fill-menu.tsx';
import { LaidNotice } from '../laid-notice.tsx';
import { cardId, chipId, type DragData, type DropData, PositionBoard, ShiftCard } from './position-board.tsx';
import './rotations.css';
import '../../../parts/board/dock.css';
import '../../../ui/page/card.css';
import './unassigned-tray.css';

const t = words('editor');
const page = words('page');

export function RotationsScreen() {
  const layout = useReadyLayout();
  const role = useRole();
  const { rotation, now, choose } = useEditedRotation(layout);
  const filling = useFill(layout, rotation);
  return (
    <main className="rotations">
      <title>{`${page('rotations')} · Lineup`}</title>
      <VisuallyHidden>
        <h1>{page('rotations')}</h1>
      </VisuallyHidden>
      {rotation ? (
        <>
          <RotationPills
            rotations={layout.rotations}
            current={rotation.id}
            now={now}
            onChoose={choose}
            showsTimes
          >
            <UndoButtons />
            {mayRunTheDay(role) && <PlanTheDay />}
            {mayManage(role) && <EditRotations />}
          </RotationPills>
          <div className="stack rotations__report screen-only">
            <LaidNotice layout={layout} isShort />
            {filling.report !== null && (
              <Alert action={<Button onPress={filling.closeReport}>{page('close')}</Button>}>
                {filling.report}
              </Alert>
            )}
          </div>
          {/* changing the rotation clears the selection */}
          <Assigning key={rotation.id} layout={layout} rotation={rotation} mayAssign={mayRunTheDay(role)}>
            <FillMenu layout={layout} rotation={rotation} filling={filling} />
          </Assigning>
        </>
      ) : (
        <NoRotations />
      )}
    </main>
  );
}

function PlanTheDay() {
  const label = page('plan-the-day');
  return (
    <ButtonLink size="big" href={urls.planner} icon={<IconWand />} aria-label={label}>
      <span className="rotation-pills__words">{label}</span>
    </ButtonLink>
  );
}

function EditRotations() {
  const label = t('edit-rotations');
  return (
    <ButtonLink size="big" href={urls.dayPlan.list} icon={<IconPencil />} aria-label={label}>
      <span className="rotation-pills__words">{label}</span>
    </ButtonLink>
  );
}

type AssigningProps = { layout: Layout; rotation: Rotation; mayAssign: boolean; children: ReactNode };

function Assigning({ layout, rotation, mayAssign, children }: AssigningProps) {
  const client = useClient();
  const change = useLayoutChange();
  const nameOf = useNamesIn(layout.shifts);
  const [chosen, choose] = useState<string | null>(null);
  const [wantsTurns, setWantsTurns] = useState(false);
  const focusNext = useRef<string | null>(null);
  const unassignedShifts = useMemo(
    () => unassigned(layout.shifts, rotation, layout.dayStart),
    [layout.shifts, rotation, layout.dayStart],
  );
  const out = useMemo(
    () =>
      overlapping(layout.shifts, rotation, layout.dayStart).filter((shift) =>
        isOutDuring(shift, rotation, layout.dayStart),
      ),
    [layout.shifts, rotation, layout.dayStart],
  );
  const latestUnassigned = useRef(unassignedShifts);
  latestUnassigned.current = unassignedShifts;
  const isInTurn = wantsTurns && unassignedShifts.length > 0;
  // someone else may have assigned or deleted the person in the meantime
  const found = chosen === null ? null : (byId(unassignedShifts, chosen) ?? null);
  const selected = isInTurn ? (found ?? unassignedShifts[0] ?? null) : found;

  useHold(selected ? { shift: selected.id, rotation: rotation.id } : null);

  const place = useCallback(
    (shift: Shift, position: Position) =>
      asSomeone(client, () => {
        const next = neighbourOf(latestUnassigned.current, shift.id);
        const wasUnassigned = byId(latestUnassigned.current, shift.id) !== undefined;
        const isPlaced = change({
          type: 'shift.seat',
          shift: shift.id,
          rotation: rotation.id,
          position: position.id,
          before: null,
        });
        if (!isPlaced) return;
        if (wantsTurns) {
          // focus stays on the position, where the next one is near
          const following = turnAfter(latestUnassigned.current, shift.id);
          choose(following);
          if (following === null) setWantsTurns(false);
          return;
        }
        // after a move between positions, focus stays with the person instead of going to the next unassigned one
        if (wasUnassigned) focusNext.current = next && cardId(next);
        else focusNext.current = chipId(shift.id);
        choose(null);
      }),
    [client, change, rotation.id, wantsTurns],
  );

  const remove = useCallback(
    (shift: Shift, position: Position) =>
      asSomeone(client, () => {
        const isRemoved = change({
          type: 'shift.unseat',
          shift: shift.id,
          rotation: rotation.id,
          position: position.id,
        });
        if (isRemoved) focusNext.current = cardId(shift.id);
      }),
    [client, change, rotation.id],
  );

  const select = useCallback((shift: string | null) => {
    choose(shift);
    if (shift === null) setWantsTurns(false);
  }, []);

  function cancel() {
    if (selected !== null) focusNext.current = cardId(selected.id);
    select(null);
  }

  function startTurns() {
    choose(unassignedShifts[0]?.id ?? null);
    setWantsTurns(true);
  }

  function drop({ shift, from }: DragData, { to }: DropData) {
    if (to === null && from) remove(shift, from);
    if (to !== null && to.id !== from?.id) place(shift, to);
  }

  // the focused element may be gone: focus moves to where the work continues
  useLayoutEffect(() => {
    const next = focusNext.current;
    focusNext.current = null;
    if (next !== null) focusLater(next);
  });

  useListener('keydown', ({ key }) => key === 'Escape' && selected && cancel());

  return (
    <BoardNames shifts={layout.shifts}>
      <DragArea
        onDragStart={() => select(null)}
        onDrop={drop}
        ghost={({ shift }: DragData) => nameOf(shift).short}
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys are a shortcut; Tab reaches everything too */}
        <div
          className="rotations__board"
          onKeyDown={(event) => {
            if (arrowMove(event.currentTarget, event.key)) event.preventDefault();
          }}
        >
          <UnassignedTray
            shifts={unassignedShifts}
            hasShifts={layout.shifts.length > 0}
            out={out}
            selected={selected}
            mayAssign={mayAssign}
            isInTurn={isInTurn}
            onSelect={select}
            onTurns={startTurns}
            onCancel={cancel}
          >
            {children}
          </UnassignedTray>
          <div>
            <Headcount layout={layout} rotation={rotation} acts={mayAssign} />
            <PositionBoard
              layout={layout}
              rotation={rotation}
              selected={selected}
              mayAssign={mayAssign}
              onPlace={place}
              onRemove={remove}
            />
          </div>
        </div>
      </DragArea>
    </BoardNames>
  );
}

/** Unlike the day view, it doesn't follow the clock. */
function useEditedRotation(layout: Layout) {
  const { choices } = useClient();
  const { rotations, template, date } = layout;
  const { suggested, now } = useRotationNow(layout);
  const [chosen, setChosen] = useState(
    () => choices.rotation(template, date, 'editor') ?? choices.rotation(template, date) ?? suggested?.id,
  );
  return {
    rotation: byId(rotations, chosen ?? '') ?? suggested,
    now,
    choose: (id: string) => {
      choices.chooseRotation(template, date, id, 'editor');
      setChosen(id);
    },
  };
}

type UnassignedTrayProps = {
  shifts: readonly Shift[];
  hasShifts: boolean;
  out: readonly Shift[];
  selected: Shift | null;
  mayAssign: boolean;
  /** One after the other is selected, so that each takes one tap. */
  isInTurn: boolean;
  onSelect: (shift: string | null) => void;
  onTurns: () => void;
  onCancel: () => void;
  children: ReactNode;
};

function UnassignedTray(props: UnassignedTrayProps) {
  const { shifts, hasShifts, out, selected, mayAssign, isInTurn } = props;
  const { onSelect, onTurns, onCancel, children } = props;
  const { ref, isDropTarget } = useDroppable<DropData, HTMLDivElement>({
    data: { to: null },
    disabled: !mayAssign,
    isPinned: true,
  });
  const tray = useRef<HTMLElement>(null);
  useToastOffset(tray);
  const nameOf = useNames();
  const search = useSearch(shifts, {
    label: t('search-unassigned'),
    textOf: (shift) => `${nameOf(shift).full} ${jobOf(shift)} ${shift.note}`,
  });
  const steady = useStableRows(shifts, ({ id }) => id, tray);
  const rows = search.key === '' ? steady : search.rows.map((item) => ({ item, isGone: false }));
  const tabStop = selected && search.rows.includes(selected) ? selected : search.rows[0];
  const next = isInTurn && selected ? byId(shifts, turnAfter(shifts, selected.id) ?? '') : undefined;
  useCardInView(isInTurn ? selected : null);

  return (
    <aside
      className={selected ? 'tray tray--waits screen-only' : 'tray screen-only'}
      aria-labelledby="unassigned"
      ref={tray}
    >
      <div className="dock" role="status">
        {selected && (
          <div className="dock-bar">
            <span className="dock__text">
              {t('selected-tap', { name: nameOf(selected).short })}
              {next && <span className="dock__next">{t('next-person', { name: nameOf(next).short })}</span>}
            </span>
            <Button size="big" onPress={onCancel}>
              {isInTurn ? t('stop') : page('cancel')}
            </Button>
          </div>
        )}
      </div>
      <div className={isDropTarget ? 'card tray__card tray__card--over' : 'card tray__card'} ref={ref}>
        <div className="card__header tray__header">
          <h2 id="unassigned">
            {t('unassigned')} <span className="tray__count">{shifts.length}</span>
          </h2>
          {mayAssign && (
            <div className="tray__actions">
              {children}
              {(shifts.length > 1 || isInTurn) && (
                <Button
                  size="big"
                  variant="quiet"
                  aria-pressed={isInTurn}
                  title={t('place-in-turn-why')}
                  onPress={isInTurn ? onCancel : onTurns}
                >
                  {t('place-in-turn')}
                </Button>
              )}
            </div>
          )}
        </div>
        {mayAssign && shifts.length > 0 && <VisuallyHidden>{t('use-arrow-keys')}</VisuallyHidden>}
        {search.field && <div className="tray__search">{search.field}</div>}
        {search.none && <div className="stack tray__none">{search.none}</div>}
        {!search.none && rows.length + out.length > 0 && (
          <ul className="stack stack--close tray__list" tabIndex={mayAssign ? undefined : 0}>
            {rows.map(({ item: shift, isGone }) => (
              <li
                key={shift.id}
                className={isGone ? 'tray__gone' : undefined}
                inert={isGone}
                aria-hidden={isGone || undefined}
              >
                <ShiftCard
                  shift={shift}
                  isSelected={shift === selected}
                  isTabStop={shift === tabStop}
                  onSelect={mayAssign ? onSelect : undefined}
                />
              </li>
            ))}
            {search.key === '' &&
              out.map((shift) => (
                <li key={shift.id}>
                  <ShiftCard shift={shift} showsWhy={mayAssign} />
                </li>
              ))}
          </ul>
        )}
        {!search.none && rows.length === 0 && (
          <div className="stack tray__none">
            <p>{hasShifts ? t('everyone-placed') : t('no-shifts')}</p>
            {!hasShifts && mayAssign && (
              <ButtonLink size="big" variant="primary" href={urls.shifts}>
                {t('add-shifts')}
              </ButtonLink>
            )}
          </div>
        )}
      </div>
    </aside>
  );
}

function useCardInView(shift: Shift | null) {
  const id = shift?.id;
  useEffect(() => {
    if (id === undefined) return;
    document.getElementById(cardId(id))?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [id]);
}

function useToastOffset(tray: RefObject<HTMLElement | null>) {
  const { style } = document.documentElement;
  useSize(tray, (element) => {
    const isAtBottom = getComputedStyle(element).position === 'fixed';
    const { height, right } = element.getBoundingClientRect();
    style.setProperty('--toast-lift', `calc(${isAtBottom ? height : 0}px + var(--dock))`);
    style.setProperty('--toast-left', isAtBottom ? '' : `${right + 12}px`);
  });
  useEffect(
    () => () => {
      for (const name of ['--toast-lift', '--toast-left']) style.removeProperty(name);
    },
    [style],
  );
}
