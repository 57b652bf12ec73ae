/** A server's timeouts under the test's control: they pass when the test says so. */
export function manualTimeouts() {
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
