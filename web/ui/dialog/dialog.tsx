import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from '../button/button.tsx';
import { uiWord } from '../words.ts';
import './dialog.css';

type DialogProps = {
  title: string;
  /** Called by Escape and the close button. The owner then stops rendering the dialog. */
  onClose: () => void;
  /** A row of buttons at the foot; a dialog with a form has them in the form's footer instead. */
  actions?: ReactNode;
  /** One 'aside' leaves the page beside it in sight where there is room. */
  width?: 'normal' | 'wide' | 'aside';
  children: ReactNode;
};

/**
 * Open for as long as it is rendered. The browser keeps the focus inside, and gives it back at the end. It is a child of the
 * body: inside the row that opened it, it would take over that row's styles, such as `pointer-events: none`.
 */
export function Dialog({ title, onClose, actions, width = 'normal', children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  return createPortal(
    <dialog
      ref={dialog}
      className={`dialog dialog--${width} screen-only`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => {
        if (!event.currentTarget.open) onClose();
      }}
    >
      <h2 className="dialog__title" id={titleId}>
        {title}
      </h2>
      <div className="dialog__body">{children}</div>
      {actions && <div className="actions dialog__actions">{actions}</div>}
      <div className="dialog__close">
        <IconButton variant="quiet" label={uiWord('close')} icon={<IconX />} onPress={onClose} />
      </div>
    </dialog>,
    document.body,
  );
}
