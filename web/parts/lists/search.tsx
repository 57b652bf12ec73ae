import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useId, useMemo, useRef, useState } from 'react';
import { words } from '../../../client/words/words.ts';
import { Button, IconButton } from '../../ui/button/button.tsx';
import { VisuallyHidden } from '../../ui/page/page.tsx';
import { searcher } from './word-search.ts';
import './search.css';

const t = words('page');

/** Lists of so many rows are longer than a screen, and have a search field. */
const longList = 12;

type SearchOptions<Row> = {
  label: string;
  textOf: (row: Row) => string;
  /** What is said where nothing matches what was typed. */
  noneText?: (typed: string) => string;
};

const noOneMatches = (typed: string): string => t('no-one-matches', { typed });

export function useSearch<Row>(
  rows: readonly Row[],
  { label, textOf, noneText = noOneMatches }: SearchOptions<Row>,
) {
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const latestTextOf = useRef(textOf);
  latestTextOf.current = textOf;
  const isSearching = typed.trim() !== '';
  const found = useMemo(() => {
    const matches = searcher(typed);
    return isSearching ? rows.filter((row) => matches(latestTextOf.current(row))) : rows;
  }, [rows, typed, isSearching]);

  function clear() {
    setTyped('');
    input.current?.focus();
  }

  const field = (rows.length >= longList || typed !== '') && (
    <div className="search screen-only">
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <IconSearch aria-hidden="true" className="search__icon" />
      <input
        ref={input}
        id={id}
        type="search"
        className="field__control search__input"
        placeholder={label}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || typed === '') return;
          event.stopPropagation();
          clear();
        }}
      />
      {typed !== '' && (
        <span className="search__clear">
          <IconButton variant="quiet" label={t('clear-search')} icon={<IconX />} onPress={clear} />
        </span>
      )}
      <VisuallyHidden>
        <span role="status">
          {isSearching ? t('found-of-all', { found: found.length, all: rows.length }) : ''}
        </span>
      </VisuallyHidden>
    </div>
  );
  const none = isSearching && found.length === 0 && (
    <div className="search__none">
      <p>{noneText(typed.trim())}</p>
      <Button onPress={clear}>{t('clear')}</Button>
    </div>
  );
  // the key differs for each search, so that what doesn't match goes at once
  return { rows: found, field, none: none || null, key: isSearching ? typed : '' };
}
