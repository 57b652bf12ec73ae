import type { ReactNode } from 'react';
import { Button, ButtonLink, type ButtonProps } from './button.tsx';
import './icon-button.css';

type Named = { label: string; icon: ReactNode };

/** A square button; the label is spoken. */
export function IconButton({
  label,
  icon,
  ...rest
}: Omit<ButtonProps, 'children' | 'className' | 'icon'> & Named) {
  return (
    <Button {...rest} aria-label={label} className="icon-button">
      <span aria-hidden="true">{icon}</span>
    </Button>
  );
}

export function IconLink({
  label,
  icon,
  id,
  href,
  variant,
  size,
}: Named & { id?: string; href: string } & Pick<ButtonProps, 'variant' | 'size'>) {
  return (
    <ButtonLink id={id} href={href} aria-label={label} variant={variant} size={size} className="icon-button">
      <span aria-hidden="true">{icon}</span>
    </ButtonLink>
  );
}
