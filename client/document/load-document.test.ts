import { expect, test } from 'vitest';
import type { ConnectionState } from '../connection/connection.ts';
import { ObservableValue } from '../observable.ts';
import type { DocumentView, LiveDocument } from './document-view.ts';
import { loadDocument } from './load-document.ts';

test.each(['offline', 'reload'] as const)(
  'a document that loads is given up when the page is %s',
  async (lost) => {
    const connection = new ObservableValue<ConnectionState>('connecting');
    const view = new ObservableValue<DocumentView<never>>({ state: 'loading' });
    const open = () => view as unknown as LiveDocument<never>;
    const loaded = loadDocument({ connection, open }, ['layout', 'team', 'monday'], 'document-missing');
    connection.set('online');
    connection.set(lost);
    expect(await loaded).toEqual({ ok: false, problem: { code: 'network-request-failed' } });
  },
);
