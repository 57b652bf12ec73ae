import { type ReactNode, useId } from 'react';
import { Stack } from './page.tsx';
import './section.css';

const idOf = (name: string): string => `section-${name.toLowerCase().replaceAll(' ', '-')}`;

export function Section({ name, children }: { name: string; children: ReactNode }) {
  const heading = useId();
  return (
    <section className="section" id={idOf(name)} aria-labelledby={heading}>
      <h2 className="section__name" id={heading} tabIndex={-1}>
        {name}
      </h2>
      <Stack>{children}</Stack>
    </section>
  );
}

/** Leads to the sections of a page, without a step in the history. */
export function SectionLinks({ names }: { names: readonly string[] }) {
  function show(name: string) {
    const section = document.getElementById(idOf(name));
    section?.scrollIntoView();
    section?.querySelector<HTMLElement>('.section__name')?.focus({ preventScroll: true });
  }
  return (
    <nav className="section-links screen-only" aria-label="On this page">
      {names.map((name) => (
        <a
          key={name}
          className="section-links__link"
          href={`#${idOf(name)}`}
          onClick={(event) => {
            event.preventDefault();
            show(name);
          }}
        >
          {name}
        </a>
      ))}
    </nav>
  );
}
