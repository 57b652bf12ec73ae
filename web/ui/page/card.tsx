import { type ReactNode, useId } from 'react';
import './card.css';

type CardProps = {
  title: string;
  /** A short text next to the title that asks for attention; an empty text reserves its space. */
  flag?: ReactNode;
  aside?: ReactNode;
  isPadded?: boolean;
  /** Under a line at the end, such as what can be done with the rows above. */
  foot?: ReactNode;
  className?: string;
  children: ReactNode;
};

export function Card({ title, flag, aside, isPadded, foot, className, children }: CardProps) {
  const titleId = useId();
  return (
    <section
      className={['card', isPadded && 'card--padded', className].filter(Boolean).join(' ')}
      aria-labelledby={titleId}
    >
      <div className="card__header">
        <h2 className="card__title" id={titleId}>
          {title}
        </h2>
        {flag !== undefined && <span className="card__flag">{flag}</span>}
        {aside && <span className="card__aside">{aside}</span>}
      </div>
      <div className="card__body">{children}</div>
      {foot && <div className="card__foot">{foot}</div>}
    </section>
  );
}
