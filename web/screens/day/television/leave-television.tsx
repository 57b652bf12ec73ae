import { useEffect, useRef, useState } from 'react';
import { AwakeNote } from '../../../parts/awake/awake-note.tsx';
import { useClient } from '../../../parts/page/client-context.tsx';
import { Button, useNavigateTo } from '../../../ui/button/button.tsx';
import { useListener } from '../../../ui/page/events.ts';
import { urls } from '../../../urls.ts';

const shownMilliseconds = 8_000;

/** The way back: a press or any key shows it for some seconds, with the focus on it. */
export function LeaveTelevision() {
  const { choices } = useClient();
  const go = useNavigateTo();
  const [asked, setAsked] = useState<number | null>(null);
  const button = useRef<HTMLButtonElement>(null);

  const ask = () => setAsked(performance.now());
  useListener('pointerdown', ask);
  useListener('keydown', (event) => {
    // the key that shows the button must not press it, too
    if (!button.current && ['Enter', ' '].includes(event.key)) event.preventDefault();
    ask();
  });

  useEffect(() => {
    if (asked === null) return;
    button.current?.focus({ preventScroll: true });
    const timer = setTimeout(() => setAsked(null), shownMilliseconds);
    return () => clearTimeout(timer);
  }, [asked]);

  if (asked === null) return null;
  return (
    <aside className="tv__leave" aria-label="Leave television">
      <AwakeNote className="tv__awake" />
      <Button
        ref={button}
        size="big"
        variant="primary"
        onPress={() => {
          choices.chooseTelevision(false);
          go(urls.day);
        }}
      >
        Leave Television
      </Button>
    </aside>
  );
}
