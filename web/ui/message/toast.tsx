import IconAlertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Button, IconButton } from '../button/button.tsx';
import { useHeightVariable } from '../page/events.ts';
import { uiWord } from '../words.ts';
import './toast.css';

export type Toast = {
  id: number;
  text: string;
  /** What it says instead while changes wait to be sent. */
  unsent?: string | undefined;
  /** The change alone, for a button that has the rest as its word. */
  about?: string;
  /** `does` says of Undo and Redo which it is, in any language. */
  action?: { label: string; does?: 'undo' | 'redo'; onPress: () => void };
  /** 'notice' is about what happens without a press. */
  tone?: 'neutral' | 'notice' | 'problem';
  stays?: boolean;
  change?: string | null;
};

let shown: readonly Toast[] = [];
let lastId = 0;
let places = 0;
const watchers = new Set<() => void>();

function show(next: readonly Toast[]) {
  shown = next;
  for (const tell of watchers) tell();
}

export function toasts(): readonly Toast[] {
  return shown;
}

export function watchToasts(tell: () => void): () => void {
  watchers.add(tell);
  return () => watchers.delete(tell);
}

const toneOf = ({ tone = 'neutral', stays = false }: Omit<Toast, 'id'>): string => (stays ? 'stays' : tone);
const urgency = ['problem', 'notice', 'neutral', 'stays'];

/** The one message that is shown: what went wrong before what was done, and what stays while there is nothing else. */
export const mostUrgent = (all: readonly Toast[]): Toast | undefined =>
  urgency.flatMap((tone) => all.filter((toast) => toneOf(toast) === tone))[0];

/** The change was refused: what says that it was made is not true anymore. */
export function dismissToastsOf(change: string): void {
  for (const toast of shown) if (toast.change === change) dismissToast(toast.id);
}

export function dismissToast(id: number): void {
  if (shown.some((toast) => toast.id === id)) show(shown.filter((toast) => toast.id !== id));
}

/** Shows messages in a place of its own until the function returned is called. */
export function takeToasts(): () => void {
  places += 1;
  show([...shown]);
  return () => {
    places -= 1;
    show([...shown]);
  };
}

export const areToastsTaken = (): boolean => places > 0;

const shownMilliseconds = 5000;

/**
 * Shows `text` for 5 s, longer while hovered or focused, or until dismissed if it `stays`: in the place of the one before of
 * its tone unless that stays. Returns a function that removes it.
 */
export function showToast(toast: Omit<Toast, 'id'>): () => void {
  lastId += 1;
  const id = lastId;
  const kept = shown.filter((each) => each.stays || toneOf(each) !== toneOf(toast));
  show([...kept, { ...toast, id }]);
  return () => dismissToast(id);
}

export const useToasts = (): readonly Toast[] => useSyncExternalStore(watchToasts, toasts);

/** Rendered once, near the end of the page. `isWaiting`: changes wait to be sent. */
export function Toasts({ isWaiting = false, children }: { isWaiting?: boolean; children?: ReactNode }) {
  const shown = mostUrgent(useToasts());
  const isTaken = useSyncExternalStore(watchToasts, areToastsTaken);
  const all = useRef<HTMLDivElement>(null);
  useHeightVariable(all, '--toasts-height');
  return (
    <div className="toasts screen-only" data-lifted ref={all}>
      {children}
      {!isTaken && (
        <div role="status" aria-label={uiWord('messages')}>
          <ul className="toasts__list">
            {shown && <ToastItem key={shown.id} toast={shown} isWaiting={isWaiting} />}
          </ul>
        </div>
      )}
    </div>
  );
}

/** Lets a message go after its time; what is pointed at or has the focus stays. */
export function useAutoDismiss(id: number | undefined, isPaused: boolean | undefined): void {
  useEffect(() => {
    if (id === undefined || isPaused) return;
    const timer = setTimeout(() => dismissToast(id), shownMilliseconds);
    return () => clearTimeout(timer);
  }, [id, isPaused]);
}

export function ToastItem({ toast, isWaiting = false }: { toast: Toast; isWaiting?: boolean }) {
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const cameFrom = useRef<EventTarget | null>(null);
  useAutoDismiss(toast.id, isHovered || isFocused || toast.stays);

  function dismiss() {
    dismissToast(toast.id);
    if (isFocused && cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
  }

  const { text, unsent = text, action, tone = 'neutral', stays } = toast;
  return (
    <li
      className={`toast toast--${tone}`}
      onPointerEnter={(event) => event.pointerType === 'mouse' && setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={(event) => {
        if (!isFocused) cameFrom.current = event.relatedTarget;
        setFocused(true);
      }}
      onBlur={(event) => setFocused(event.currentTarget.contains(event.relatedTarget))}
    >
      {tone === 'problem' && <IconAlertCircle aria-hidden="true" />}
      <span className="toast__text">{isWaiting ? unsent : text}</span>
      {action && (
        <Button
          size="big"
          className="toast__action"
          onPress={() => {
            action.onPress();
            dismiss();
          }}
        >
          {action.label}
        </Button>
      )}
      {(!action || stays) && (
        <IconButton size="big" label={uiWord('dismiss')} icon={<IconX />} onPress={dismiss} />
      )}
    </li>
  );
}
