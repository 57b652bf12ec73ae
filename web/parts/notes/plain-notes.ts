import {
  cleanNotes,
  isSafeLink,
  type NoteAttributes,
  type NoteRun,
  type Notes,
} from '../../../domain/notes/notes.ts';
import { fill } from '../../ui/page/elements.ts';
import { linesOf, type NoteLine } from './notes-view.tsx';

/** Where the caret or the selection is, in characters of the notes. */
export type NotesRange = { readonly index: number; readonly length: number };

/** Notes in a field of the browser's own, with the elements and looks that the editor gives them. */
export function drawNotes(field: HTMLElement, notes: Notes): void {
  const lines = linesOf(notes);
  const drawn: HTMLElement[] = [];
  for (const line of lines.length > 0 ? lines : [{ runs: [], looks: {} }]) {
    const last = drawn[drawn.length - 1];
    if (!line.looks.list) drawn.push(lineElement(line));
    else if (last?.tagName === 'OL') last.append(lineElement(line));
    else drawn.push(element('ol', [lineElement(line)]));
  }
  fill(field, ...drawn);
  field.classList.toggle('ql-blank', notes.length === 0);
}

function lineElement({ runs, looks }: NoteLine): HTMLElement {
  const tag = looks.list ? 'li' : looks.header ? `h${looks.header}` : 'p';
  // a line without anything in it has no height and no place for the caret
  const line = element(tag, runs.length > 0 ? runs.map(dressed) : [element('br', [])]);
  if (looks.list) line.dataset.list = looks.list;
  return line;
}

function dressed({ insert, attributes = {} }: NoteRun): Node {
  let node: Node = document.createTextNode(insert);
  if (attributes.underline) node = element('u', [node]);
  if (attributes.italic) node = element('em', [node]);
  if (attributes.bold) node = element('strong', [node]);
  if (attributes.link !== undefined && isSafeLink(attributes.link)) {
    node = element('a', [node]);
    (node as HTMLElement).setAttribute('href', attributes.link);
  }
  return node;
}

function element(tag: string, inside: readonly Node[]): HTMLElement {
  const made = document.createElement(tag);
  made.append(...inside);
  return made;
}

/** What such a field says now, however the browser arranged what was typed. */
export const readNotes = (field: Node): Notes => cleanNotes(runsOf(field));

/** Where the selection is, if it is in the field. */
export function rangeIn(field: Node): NotesRange | null {
  const selection = document.getSelection();
  if (!selection || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  if (!field.contains(range.commonAncestorContainer)) return null;
  const index = lengthUpTo(field, range.startContainer, range.startOffset);
  return { index, length: lengthUpTo(field, range.endContainer, range.endOffset) - index };
}

function lengthUpTo(field: Node, container: Node, offset: number): number {
  const before = document.createRange();
  before.setStart(field, 0);
  before.setEnd(container, offset);
  const copy = before.cloneContents();
  let deepest: Node = copy;
  while (deepest.lastChild && !(deepest.lastChild instanceof Text)) deepest = deepest.lastChild;
  // the mark opens the line where the caret is, also an empty one; then it and the line's end are taken off
  const mark = '|';
  deepest.appendChild(document.createTextNode(mark));
  return runsOf(copy).reduce((sum, { insert }) => sum + insert.length, 0) - mark.length - 1;
}

const inlineLooks: Readonly<Record<string, NoteAttributes>> = {
  B: { bold: true },
  STRONG: { bold: true },
  I: { italic: true },
  EM: { italic: true },
  U: { underline: true },
};
const lineLooks: Readonly<Record<string, NoteAttributes>> = {
  P: {},
  DIV: {},
  LI: { list: 'bullet' },
  OL: {},
  H1: { header: 1 },
  H2: { header: 2 },
  H3: { header: 3 },
};

function runsOf(field: Node): NoteRun[] {
  const runs: NoteRun[] = [];
  let isOpen = false;
  const endLine = (attributes: NoteAttributes) => {
    if (isOpen) runs.push({ insert: '\n', attributes });
    isOpen = false;
  };

  function read(node: Node, text: NoteAttributes, line: NoteAttributes): void {
    for (const child of node.childNodes) {
      if (child instanceof Text) {
        if (child.data) runs.push({ insert: child.data, attributes: text });
        isOpen ||= child.data !== '';
      } else if (child instanceof HTMLElement) {
        const own = lineLooks[child.tagName];
        if (child.tagName === 'BR') {
          // one at the end of a line only gives it its height
          isOpen = true;
          if (child.nextSibling) endLine(line);
        } else if (own) {
          endLine(line);
          const looks = child.dataset.list === 'ordered' ? ({ list: 'ordered' } as const) : own;
          read(child, {}, looks);
          endLine(looks);
        } else {
          const link = child.getAttribute('href');
          read(child, { ...text, ...inlineLooks[child.tagName], ...(link && { link }) }, line);
        }
      }
    }
  }

  read(field, {}, {});
  endLine({});
  return runs;
}
