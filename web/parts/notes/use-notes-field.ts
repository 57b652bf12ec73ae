import { useEffect, useRef, useState } from 'react';
import { type Notes, sameNotes } from '../../../domain/notes/notes.ts';
import { fill } from '../../ui/page/elements.ts';
import { showProblem } from '../forms/problem-toast.ts';
import { settled } from '../page/settled.ts';
import { drawNotes, rangeIn, readNotes } from './plain-notes.ts';
import type { RichNotes } from './rich-notes.ts';

const load = () => import('./rich-notes.ts');

interface NotesField {
  label: string;
  placeholder: string;
  notes: Notes;
  onEdit: (notes: Notes) => void;
}

/**
 * The field of the notes editor: one of the browser's own, which is there at once and can be typed in, until the code for
 * writing with looks has come. It is fetched when someone goes to write, and else when the page has settled.
 */
export function useNotesField({ label, placeholder, notes, onEdit }: NotesField) {
  const host = useRef<HTMLDivElement>(null);
  const field = useRef<ReturnType<typeof openField>>(null);
  const [looks, setLooks] = useState<Readonly<Record<string, unknown>>>({});
  const latest = useRef({ notes, onEdit });
  latest.current = { notes, onEdit };

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const opened = openField(element, {
      label,
      placeholder,
      current: () => latest.current.notes,
      onEdit: (next) => latest.current.onEdit(next),
      onLooks: setLooks,
    });
    field.current = opened;
    return opened.close;
  }, [label, placeholder]);

  useEffect(() => field.current?.show(notes), [notes]);

  return { host, looks, withRich: (use: (rich: RichNotes) => void) => field.current?.withRich(use) };
}

interface FieldOptions {
  label: string;
  placeholder: string;
  current: () => Notes;
  onEdit: (notes: Notes) => void;
  onLooks: (looks: Readonly<Record<string, unknown>>) => void;
}

function openField(host: HTMLElement, { label, placeholder, current, onEdit, onLooks }: FieldOptions) {
  const plain = document.createElement('div');
  let rich: RichNotes | null = null;
  /** Looks that keys turned on or off for the letters to come: no letter shows them yet. */
  const asked = new Set<string>();
  let isClosed = false;
  let isComposing = false;
  let composed: () => void = () => {};

  plain.className = 'ql-editor';
  plain.contentEditable = 'true';
  plain.dataset.placeholder = placeholder;
  nameField(plain, label);
  drawNotes(plain, current());
  fill(host, plain);

  plain.addEventListener('focus', fetchRich);
  plain.addEventListener('input', () => {
    plain.classList.remove('ql-blank');
    onEdit(readNotes(plain));
  });
  plain.addEventListener('beforeinput', ({ inputType }) => {
    const look = looksOfKeys[inputType];
    if (look) asked.add(look);
    else asked.clear();
  });
  plain.addEventListener('paste', (event) => {
    event.preventDefault();
    document.execCommand('insertText', false, event.clipboardData?.getData('text/plain'));
  });
  // letters that an input method is still making would be lost with the field
  plain.addEventListener('compositionstart', () => {
    isComposing = true;
  });
  plain.addEventListener('compositionend', () => {
    isComposing = false;
    setTimeout(composed);
  });

  async function open(): Promise<RichNotes | null> {
    const { openRichNotes } = await load();
    if (isComposing) await new Promise<void>((resolve) => (composed = resolve));
    if (isClosed || rich) return isClosed ? null : rich;
    const selected = plain === document.activeElement ? rangeIn(plain) : null;
    const turned = [...asked].map((look) => [look, document.queryCommandState(look)] as const);
    fill(host);
    rich = openRichNotes(host, placeholder, onEdit, onLooks);
    nameField(rich.field, label);
    rich.show(current());
    if (selected) rich.select(selected);
    if (selected?.length === 0) for (const [look, isOn] of turned) rich.format(look, isOn);
    return rich;
  }

  function withRich(use: (rich: RichNotes) => void): void {
    if (rich) use(rich);
    else
      open().then(
        (opened) => opened && use(opened),
        () => showProblem({ code: 'network-request-failed' }),
      );
  }

  function fetchRich(): void {
    // without it one still types, and what needs it says so
    open().catch(() => {});
  }

  // writing goes on without the network, so the code has to be here before it is asked for
  void settled.then(fetchRich);

  return {
    withRich,
    show(next: Notes) {
      if (rich) rich.show(next);
      else if (!sameNotes(readNotes(plain), next)) drawNotes(plain, next);
    },
    close() {
      isClosed = true;
      fill(host);
    },
  };
}

const looksOfKeys: Readonly<Record<string, string>> = {
  formatBold: 'bold',
  formatItalic: 'italic',
  formatUnderline: 'underline',
};

function nameField(field: HTMLElement, label: string): void {
  field.setAttribute('role', 'textbox');
  field.setAttribute('aria-multiline', 'true');
  field.setAttribute('aria-label', label);
}
