import { type ReactNode, useId } from 'react';
import './page.css';
import './card.css';

type PageProps = {
  title: string;
  /** The browser's title, where it says more than the heading. */
  windowTitle?: string;
  /** `narrow` 480 px, `normal` 960 px, `wide` as much as there is. */
  width?: 'narrow' | 'normal' | 'wide';
  actions?: ReactNode;
  children: ReactNode;
};

export function Page({ title, windowTitle = title, width = 'normal', actions, children }: PageProps) {
  return (
    <main className={`page page--${width}`}>
      <title>{`${windowTitle} · Lineup`}</title>
      <div className="actions page__top">
        <h1 className="page__title">{title}</h1>
        {actions && <div className="actions">{actions}</div>}
      </div>
      {children}
    </main>
  );
}

/** Blocks under each other, 12 px apart. */
export function Stack({ children }: { children: ReactNode }) {
  return <div className="stack">{children}</div>;
}

/** Buttons and short fields in a row that wraps, 8 px apart. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className="actions">{children}</div>;
}

export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="visually-hidden">{children}</span>;
}

type RowProps = { label: string; state?: ReactNode; as?: 'div' | 'li'; children?: ReactNode };

/** A line of a card: what it is about, how that is, and what can be done. */
export function Row({ label, state, as: Element = 'div', children }: RowProps) {
  return (
    <Element className="actions row">
      <div className="row__text">
        <p className="row__label">{label}</p>
        {state && <p className="hint">{state}</p>}
      </div>
      {children}
    </Element>
  );
}

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
