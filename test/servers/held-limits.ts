/** The time that a server waits for something, in a test that does not: it passes when it is told to. */
export function heldLimits() {
  const begun: { readonly milliseconds: number; pass(): void }[] = [];
  return {
    timeout(milliseconds: number): AbortSignal {
      const controller = new AbortController();
      const pass = () => controller.abort(new DOMException('Time is up.', 'TimeoutError'));
      begun.push({ milliseconds, pass });
      return controller.signal;
    },
    last() {
      const limit = begun.at(-1);
      if (!limit) throw new Error('Nothing has a limit.');
      return limit;
    },
  };
}
