import IconAlertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Button } from '../button/button.tsx';
import { IconButton } from '../button/icon-button.tsx';
import { useHeightVariable } from '../page/height-variable.ts';
import {
  addToast,
  areToastsTaken,
  dismissToast,
  oneOf,
  type Toast,
  toasts,
  watchToasts,
} from './toast-list.ts';
import './toast.css';

const shownMilliseconds = 5000;

/** Shows `text` for 5 s, longer while hovered or focused, or until dismissed if it `stays`. Returns a function that removes it. */
export function showToast(toast: Omit<Toast, 'id'>): () => void {
  const id = addToast(toast);
  return () => dismissToast(id);
}

export const useToasts = (): readonly Toast[] => useSyncExternalStore(watchToasts, toasts);

/**
 * Where toasts appear one at a time, under what stays there longer; rendered once, near the end of the page. `isWaiting`:
 * changes wait to be sent.
 */
export function Toasts({ isWaiting = false, children }: { isWaiting?: boolean; children?: ReactNode }) {
  const shown = oneOf(useToasts());
  const isTaken = useSyncExternalStore(watchToasts, areToastsTaken);
  const all = useRef<HTMLDivElement>(null);
  useHeightVariable(all, '--toasts-height');
  return (
    <div className="toasts" data-lifted ref={all}>
      {children}
      {!isTaken && (
        <div role="status" aria-label="Messages">
          <ul className="toasts__list">
            {shown && <ToastItem key={shown.id} toast={shown} isWaiting={isWaiting} />}
          </ul>
        </div>
      )}
    </div>
  );
}

/** Lets a message go after its time; what is pointed at or has the focus stays. */
export function usePassing(id: number | undefined, isPaused: boolean | undefined): void {
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
  usePassing(toast.id, isHovered || isFocused || toast.stays);

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
      {(!action || stays) && <IconButton size="big" label="Dismiss" icon={<IconX />} onPress={dismiss} />}
    </li>
  );
}
