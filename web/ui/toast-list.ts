export type Toast = {
  id: number;
  text: string;
  action?: { label: string; onPress: () => void };
  tone?: 'neutral' | 'problem';
};

const mostShown = 3;

let shown: readonly Toast[] = [];
let lastId = 0;
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

/** Adds a toast, pushing out the oldest beyond three; returns its id. */
export function addToast(toast: Omit<Toast, 'id'>): number {
  lastId += 1;
  show([...shown, { ...toast, id: lastId }].slice(-mostShown));
  return lastId;
}

export function dismissToast(id: number): void {
  if (shown.some((toast) => toast.id === id)) show(shown.filter((toast) => toast.id !== id));
}
