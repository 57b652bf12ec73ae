import { useEffect, useRef, useState } from 'react';
import { AwakeNote } from '../../../parts/awake/awake-note.tsx';
import { useClient } from '../../../parts/page/client-context.tsx';
import { useNavigateTo } from '../../../ui/button/button.tsx';
import { urls } from '../../../urls.ts';

const shownMilliseconds = 8_000;

/** The way back: a press or any key shows it for some seconds, with the focus on it. */
export function LeaveTelevision() {
  const { choices } = useClient();
  const go = useNavigateTo();
  const [asked, setAsked] = useState<number | null>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    const ask = () => setAsked(performance.now());
    const askByKey = (event: KeyboardEvent) => {
      // the key that shows the button must not press it, too
      if (!button.current && ['Enter', ' '].includes(event.key)) event.preventDefault();
      ask();
    };
    window.addEventListener('keydown', askByKey);
    window.addEventListener('pointerdown', ask);
    return () => {
      window.removeEventListener('keydown', askByKey);
      window.removeEventListener('pointerdown', ask);
    };
  }, []);

  const isAsked = asked !== null;
  useEffect(() => {
    if (isAsked) button.current?.focus({ preventScroll: true });
  }, [isAsked]);

  useEffect(() => {
    if (asked === null) return;
    const timer = setTimeout(() => setAsked(null), shownMilliseconds);
    return () => clearTimeout(timer);
  }, [asked]);

  if (!isAsked) return null;
  return (
    <aside className="tv__leave" aria-label="Leave television">
      <AwakeNote className="tv__awake" />
      <button
        ref={button}
        type="button"
        className="button button--primary button--big"
        onClick={() => {
          choices.chooseTelevision(false);
          go(urls.day);
        }}
      >
        Leave Television
      </button>
    </aside>
  );
}
