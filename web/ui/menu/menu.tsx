import { lazy, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react';
import { Button, type ButtonProps } from '../button/button.tsx';
import { VisuallyHidden } from '../page/page.tsx';

export type MenuItems = {
  title?: string;
  items: readonly {
    id: string;
    label: string;
    note?: string;
    icon?: ReactNode;
    href?: string;
    onAction?: () => void;
    /** Marked by a check, spoken as "current". */
    isCurrent?: boolean;
    isDisabled?: boolean;
    tone?: 'danger';
  }[];
};

export interface OpenMenu {
  readonly label: string;
  readonly trigger: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
}

const loadList = () => import('./menu-list.tsx');
const MenuList = lazy(async () => ({ default: (await loadList()).MenuList }));

type MenuOpenerProps = Omit<ButtonProps, 'onPress' | 'ref'> & {
  label: string;
  /** Loads the menu's script, when the button is hovered, focused or pressed. */
  load: () => Promise<unknown>;
  menu: (open: OpenMenu) => ReactNode;
};

type MenuButtonProps = Omit<MenuOpenerProps, 'load' | 'menu'> & { sections: readonly MenuItems[] };

export function MenuButton({ sections, ...button }: MenuButtonProps) {
  return (
    <MenuOpener {...button} load={loadList} menu={(open) => <MenuList {...open} sections={sections} />} />
  );
}

export function MenuOpener({ label, load, menu, children, ...button }: MenuOpenerProps) {
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
      {isOpen && <Suspense>{menu({ label, trigger, onClose: () => setOpen(false) })}</Suspense>}
    </>
  );
}
