import type { ReactNode, RefObject } from 'react';

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
