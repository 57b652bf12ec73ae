import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Notes } from '../../../domain/notes/notes.ts';
import { NotesView } from './notes-view.tsx';

const html = (notes: unknown) => {
  const markup = renderToStaticMarkup(<NotesView notes={notes as Notes} />);
  return markup.replace(/^<div class="notes-view">|<\/div>$/g, '');
};

test('paragraphs, lists and headings become their own elements, without an empty one at the end', () => {
  const notes = [
    { insert: 'Push' },
    { insert: '\n', attributes: { header: 1 } },
    { insert: 'Plain\none' },
    { insert: '\n', attributes: { list: 'bullet' } },
    { insert: 'two' },
    { insert: '\n', attributes: { list: 'bullet' } },
    { insert: 'first' },
    { insert: '\n', attributes: { list: 'ordered' } },
  ];
  expect(html(notes)).toBe(
    '<h3 class="notes-view__header-1">Push</h3><p>Plain</p><ul><li>one</li><li>two</li></ul><ol><li>first</li></ol>',
  );
});

test('headings go down one level at a time, whatever sizes were chosen', () => {
  const heading = (text: string, header: number) => [
    { insert: text },
    { insert: '\n', attributes: { header } },
  ];
  const levels = html([...heading('a', 3), ...heading('b', 3), ...heading('c', 1), ...heading('d', 2)]).match(
    /<h\d/g,
  );
  expect(levels).toEqual(['<h3', '<h4', '<h3', '<h4']);
});

test('bold, italic and underline nest, and text is never markup', () => {
  const notes = [{ insert: '<b>\n', attributes: { bold: true, italic: true, underline: true } }];
  expect(html(notes)).toBe('<p><strong><em><u>&lt;b&gt;</u></em></strong></p>');
});

test('a safe link opens elsewhere; an unsafe one is only text', () => {
  const link = (address: string) =>
    html([{ insert: 'see', attributes: { link: address } }, { insert: '\n' }]);
  expect(link('https://example.com/a')).toBe(
    '<p><a href="https://example.com/a" target="_blank" rel="noopener">see</a></p>',
  );
  expect(link('javascript:alert(1)')).toBe('<p>see</p>');
});
