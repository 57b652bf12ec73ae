import type { ReactNode, Ref } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import { Link, type LinkProps } from './link.tsx';
import './button.css';

type Look = {
  /** `danger` stands in every row of a list, so it is quiet; `final` is the last press before something is lost for good. */
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

export type ButtonProps = Omit<AriaButtonProps, 'className' | 'children' | 'style'> &
  Look & { className?: string; ref?: Ref<HTMLButtonElement> };

export function Button({ variant, size, isWide, icon, children, className, ...rest }: ButtonProps) {
  return (
    <AriaButton {...rest} className={lookOf({ variant, size, isWide, children }, className)}>
      {icon && <span aria-hidden="true">{icon}</span>}
      {children}
    </AriaButton>
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
