import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { IconButton } from '../../../ui/button/button.tsx';
import { afterPaint } from '../../../ui/page/events.ts';
import type { Hand, Places } from '../floor/picked-up.ts';
import '../../../parts/board/dock.css';
import './sheet.css';
import { words } from '../../../../client/words/words.ts';
import type { Layout } from '../../../../domain/day/layout.ts';
import type { Rotation } from '../../../../domain/plan/rotation.ts';

const t = words('actions');

type SheetProps = {
  hand: Hand;
  title: string;
  about?: ReactNode;
  /** At the top of a phone, where its keyboard doesn't cover it. */
  isAtTop?: boolean;
  children: ReactNode;
};

/** The positions stay free, since a press on one of them is what most people pick somebody up for. */
export function Sheet({ hand, title, about, isAtTop, children }: SheetProps) {
  const sheet = useRef<HTMLDivElement>(null);

  usePageAbove(sheet, !isAtTop);

  useEffect(() => {
    if (hand.isByKey) sheet.current?.querySelector<HTMLElement>('.sheet__body :is(button, input)')?.focus();
  }, [hand]);

  return (
    <div
      ref={sheet}
      role="dialog"
      aria-label={title}
      className={isAtTop ? 'sheet sheet--top screen-only' : 'sheet screen-only'}
    >
      <div className="sheet__header">
        <div className="sheet__about">
          <h2 className="sheet__title">{title}</h2>
          {about && <p className="hint">{about}</p>}
        </div>
        <IconButton
          size="big"
          variant="quiet"
          label={t('cancel')}
          icon={<IconX />}
          onPress={() => hand.letGo()}
        />
      </div>
      <div className="stack sheet__body">{children}</div>
    </div>
  );
}

/** Keeps toasts, and the end of the page, clear of what stands at the foot of a phone, once the press is painted. */
export function usePageAbove(foot: RefObject<HTMLElement | null>, isAtFoot = true): void {
  useEffect(() => {
    const element = foot.current;
    if (!element || !isAtFoot || !matchMedia('(max-width: 839px)').matches) return;
    const observer = new ResizeObserver(() =>
      afterPaint(() => element.isConnected && liftAll(element.offsetHeight)),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      afterPaint(() => {
        if (!document.querySelector('.sheet, .moving')) liftAll(0);
      });
    };
  }, [foot, isAtFoot]);
}

/** Each by itself: a variable of the page makes the browser style all of it again. */
function liftAll(height: number): void {
  for (const each of document.querySelectorAll<HTMLElement>('[data-lifted]')) {
    each.style.setProperty('--toast-lift', `${height}px`);
  }
  document.documentElement.style.scrollPaddingBottom = height > 0 ? `${height}px` : '';
}

export interface OnBoard {
  readonly hand: Hand;
  readonly layout: Layout;
  readonly rotation: Rotation;
  readonly places: Places;
}
