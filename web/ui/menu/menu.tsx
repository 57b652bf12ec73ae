import { lazy, Suspense, useRef, useState } from 'react';
import { Button, type ButtonProps } from '../button/button.tsx';
import { VisuallyHidden } from '../page/visually-hidden.tsx';
import type { MenuItems } from './menu-list.tsx';

const load = () => import('./menu-list.tsx');
const MenuList = lazy(async () => ({ default: (await load()).MenuList }));

type MenuButtonProps = Omit<ButtonProps, 'onPress' | 'ref'> & {
  /** Spoken name of the menu, and of the button after what it shows. */
  label: string;
  sections: readonly MenuItems[];
};

/** A button with a menu. The menu's script loads when the button is hovered, focused or pressed. */
export function MenuButton({ label, sections, children, ...button }: MenuButtonProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);

  const prepare = () => void load();

  function open() {
    prepare();
    setOpen(true);
  }

  return (
    <>
      <Button
        {...button}
        ref={trigger}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerEnter={prepare}
        onFocus={prepare}
        onPress={open}
        // The menu takes a click that comes from a key for a screen reader's and would not move the focus.
        onKeyDown={(event) => {
          if (!['Enter', ' ', 'ArrowDown'].includes(event.key)) return;
          event.preventDefault();
          open();
        }}
      >
        {children}
        <VisuallyHidden>{label}</VisuallyHidden>
      </Button>
      {isOpen && (
        <Suspense>
          <MenuList label={label} sections={sections} trigger={trigger} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
