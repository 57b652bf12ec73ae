const settlesWithin = 2_000;

/** Once the page has loaded and had a moment for itself: time for what is not needed yet. */
export const settled = new Promise<void>((resolve) => {
  window.addEventListener('load', () => setTimeout(resolve, settlesWithin));
});
