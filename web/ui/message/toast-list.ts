export type Toast = {
  id: number;
  text: string;
  /** What it says instead while changes wait to be sent. */
  unsent?: string | undefined;
  /** The change alone, for a button that has the rest as its word. */
  about?: string;
  action?: { label: string; onPress: () => void };
  /** 'notice' is about what happens without a press. */
  tone?: 'neutral' | 'notice' | 'problem';
  /** Stays until it is used or dismissed. */
  stays?: boolean;
  /** The id of the change that it is about. */
  change?: string | null;
};

let shown: readonly Toast[] = [];
let lastId = 0;
/** How many parts of the page show messages in a place of their own. */
let places = 0;
const watchers = new Set<() => void>();

function show(next: readonly Toast[]) {
  shown = next;
  for (const tell of watchers) tell();
}

export function toasts(): readonly Toast[] {
  return shown;
}

export function watchToasts(tell: () => void): () => void {
  watchers.add(tell);
  return () => watchers.delete(tell);
}

const toneOf = ({ tone = 'neutral', stays = false }: Omit<Toast, 'id'>): string => (stays ? 'stays' : tone);
const urgency = ['problem', 'notice', 'neutral', 'stays'];

/** The one message that is shown: what went wrong before what was done, and what stays while there is nothing else. */
export const oneOf = (all: readonly Toast[]): Toast | undefined =>
  urgency.flatMap((tone) => all.filter((toast) => toneOf(toast) === tone))[0];

/** Adds a toast, in the place of the one before of its tone unless that stays; returns its id. */
export function addToast(toast: Omit<Toast, 'id'>): number {
  lastId += 1;
  const kept = shown.filter((each) => each.stays || toneOf(each) !== toneOf(toast));
  show([...kept, { ...toast, id: lastId }]);
  return lastId;
}

/** The change was refused: what says that it was made is not true anymore. */
export function dismissToastsOf(change: string): void {
  for (const toast of shown) if (toast.change === change) dismissToast(toast.id);
}

export function dismissToast(id: number): void {
  if (shown.some((toast) => toast.id === id)) show(shown.filter((toast) => toast.id !== id));
}

/** Shows messages in a place of its own until the function returned is called. */
export function takeToasts(): () => void {
  places += 1;
  show([...shown]);
  return () => {
    places -= 1;
    show([...shown]);
  };
}

export const areToastsTaken = (): boolean => places > 0;
