import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Link, type LinkProps } from './link.tsx';
import './button.css';

type Look = {
  /** `danger` appears in every row of a list, so it is red only under a pointer or with the focus; `final` is the last press before something is lost for good. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'final';
  /** `big` is 48 px, for the day view and rotations; `normal` 44 px. */
  size?: 'big' | 'normal';
  isWide?: boolean;
  icon?: ReactNode;
  children: ReactNode;
};

function lookOf({ variant = 'secondary', size = 'normal', isWide }: Look, className?: string): string {
  return ['button', `button--${variant}`, `button--${size}`, isWide && 'button--wide', className]
    .filter(Boolean)
    .join(' ');
}

export type ButtonProps = Omit<ComponentProps<'button'>, 'children' | 'onClick' | 'disabled'> &
  Look & { onPress?: () => void; isDisabled?: boolean };

export function Button(props: ButtonProps) {
  const { variant, size, isWide, icon, children, className, onPress, isDisabled, ...rest } = props;

  function press(event: MouseEvent<HTMLButtonElement>) {
    // A finger or mouse in Safari leaves the focus where it was, and then a dialog cannot give it back. The click that
    // Enter in a field makes of its form's button has no count, and must leave the focus in the field.
    if (event.detail > 0) event.currentTarget.focus({ preventScroll: true });
    onPress?.();
  }

  return (
    <button
      type="button"
      {...rest}
      disabled={isDisabled}
      onClick={press}
      className={lookOf({ variant, size, isWide, children }, className)}
    >
      {icon && <span aria-hidden="true">{icon}</span>}
      {children}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({
  variant,
  size,
  isWide,
  icon,
  children,
  className,
  ...rest
}: Omit<LinkProps, 'children'> & Look) {
  return (
    <Link {...rest} className={lookOf({ variant, size, isWide, children }, className)}>
      {icon && <span aria-hidden="true">{icon}</span>}
      {children}
    </Link>
  );
}
