import type { DocumentAnswer } from '../document/document-view.ts';
import type { WaitingChange } from './outbox-storage.ts';

/** What one tab tells the other tabs of the browser. All messages are about the changes of one person. */
export type TabMessage = {
  readonly user: string;
} /** `after`, `before`: the ids of the changes of the same document that wait before it, and behind it. */ & (
  | {
      readonly type: 'made';
      readonly change: WaitingChange;
      readonly after?: readonly string[];
      readonly before?: readonly string[];
    }
  /** The server has answered a change. */
  | { readonly type: 'answered'; readonly answer: DocumentAnswer }
  /** Is a connected tab sending this person's changes? */
  | { readonly type: 'who-sends' }
  /** This tab sends them. Of two that do, the one that began later goes on. */
  | { readonly type: 'sending'; readonly tab: string; readonly since: number }
);

/** Carries messages between the tabs of a browser, in order. A tab does not hear itself. */
export interface TabChannel {
  post(message: TabMessage): void;
  /** Returns a function that ends it. */
  listen(listener: (message: TabMessage) => void): () => void;
}
