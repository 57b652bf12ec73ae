import IconAlertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Button } from '../button/button.tsx';
import { IconButton } from '../button/icon-button.tsx';
import { useHeightVariable } from '../page/height-variable.ts';
import { addToast, dismissToast, type Toast, toasts, watchToasts } from './toast-list.ts';
import './toast.css';

const shownMilliseconds = 5000;

/** Shows `text` for 5 s, longer while hovered or focused, or until dismissed if it `stays`. Returns a function that removes it. */
export function showToast(toast: Omit<Toast, 'id'>): () => void {
  const id = addToast(toast);
  return () => dismissToast(id);
}

/**
 * Where toasts appear, under what stays there longer; rendered once, near the end of the page. `isWaiting`: changes
 * wait to be sent.
 */
export function Toasts({ isWaiting = false, children }: { isWaiting?: boolean; children?: ReactNode }) {
  const shown = useSyncExternalStore(watchToasts, toasts);
  const all = useRef<HTMLDivElement>(null);
  useHeightVariable(all, '--toasts-height');
  return (
    <div className="toasts" ref={all}>
      {children}
      <div role="status" aria-label="Messages">
        <ul className="toasts__list">
          {shown.map((toast) => (
            <ToastItem key={toast.id} toast={toast} isWaiting={isWaiting} />
          ))}
        </ul>
      </div>
    </div>
  );
}

function ToastItem({ toast, isWaiting }: { toast: Toast; isWaiting: boolean }) {
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const cameFrom = useRef<EventTarget | null>(null);
  const isPaused = isHovered || isFocused || toast.stays;

  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => dismissToast(toast.id), shownMilliseconds);
    return () => clearTimeout(timer);
  }, [toast.id, isPaused]);

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
