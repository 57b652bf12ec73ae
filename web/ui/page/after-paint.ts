/** For work that forces style or layout, or takes long: it waits until the result of a press is painted. */
export const afterPaint = (run: () => void): void => {
  requestAnimationFrame(() => setTimeout(run));
};
