interface Counted {
  renders: number;
}

const key = 'countedRenders';

/**
 * Counts from now on how often React draws anew, also where nothing changes in the document, through what React offers to its
 * developer tools. Runs before React is loaded: in a page of a browser, too, which gets the text of this function.
 */
export function countRenders(): void {
  const counted = { renders: 0 };
  Object.assign(globalThis, {
    countedRenders: counted,
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberRoot: () => {
        counted.renders += 1;
      },
      onCommitFiberUnmount() {},
      onPostCommitFiberRoot() {},
    },
  });
}

/** How often, until now. */
export const renders = (): number => (globalThis as unknown as Record<typeof key, Counted>)[key].renders;
