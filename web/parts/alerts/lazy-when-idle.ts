import { type ComponentType, lazy } from 'react';
import { pageIdle } from '../page/page-idle.ts';

/** A part that the page shows once it has settled; nothing where its script can't be loaded. */
export const lazyWhenIdle = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    await pageIdle;
    const part = await load().catch((): ComponentType<Props> => () => null);
    return { default: part };
  });
