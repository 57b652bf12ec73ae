export type Toast = {
  id: number;
  text: string;
  /** What it says instead while changes wait to be sent. */
  unsent?: string | undefined;
  action?: { label: string; onPress: () => void };
  tone?: 'neutral' | 'problem';
  /** Stays until it is used or dismissed. */
  stays?: boolean;
  /** The id of the change that it is about. */
  change?: string | null;
  /** Called once it is no longer shown. */
  onGone?: () => void;
};

const mostShown = 3;

let shown: readonly Toast[] = [];
let lastId = 0;
const watchers = new Set<() => void>();

function show(next: readonly Toast[]) {
  const gone = shown.filter((toast) => !next.includes(toast));
  shown = next;
  for (const tell of watchers) tell();
  for (const { onGone } of gone) onGone?.();
}

export function toasts(): readonly Toast[] {
  return shown;
}

export function watchToasts(tell: () => void): () => void {
  watchers.add(tell);
  return () => watchers.delete(tell);
}

/** Adds a toast, pushing out the oldest beyond three of those that do not stay; returns its id. */
export function addToast(toast: Omit<Toast, 'id'>): number {
  lastId += 1;
  const next = [...shown, { ...toast, id: lastId }];
  const passing = next.filter(({ stays }) => !stays).slice(-mostShown);
  show(next.filter((each) => each.stays || passing.includes(each)));
  return lastId;
}

/** The change was refused: what says that it was made is not true anymore. */
export function dismissToastsOf(change: string): void {
  for (const toast of shown) if (toast.change === change) dismissToast(toast.id);
}

export function dismissToast(id: number): void {
  if (shown.some((toast) => toast.id === id)) show(shown.filter((toast) => toast.id !== id));
}
