import { type ComponentType, useLayoutEffect, useState } from 'react';
import { LoadingPage } from '../../ui/message/loading.tsx';

/**
 * A screen with a script of its own, which `load` fetches ahead. A loaded one shows at once, any other as soon as it is
 * there: React's lazy always shows the fallback first, and then for at least 300 ms.
 */
export function lazyScreen<Props extends object>(
  fetchScreen: () => Promise<ComponentType<Props>>,
  Waiting: ComponentType = LoadingPage,
) {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;

  async function load(): Promise<ComponentType<Props>> {
    loading ??= fetchScreen();
    try {
      loaded = await loading;
    } finally {
      loading = undefined;
    }
    return loaded;
  }

  function LazyScreen(props: Props) {
    const [Screen, show] = useState(() => loaded);
    const [failure, setFailure] = useState<{ error: unknown } | null>(null);
    if (failure) throw failure.error;

    useLayoutEffect(() => {
      if (Screen) return;
      let isGone = false;
      load().then(
        (screen) => isGone || show(() => screen),
        (error) => isGone || setFailure({ error }),
      );
      return () => {
        isGone = true;
      };
    }, [Screen]);

    return Screen ? <Screen {...props} /> : <Waiting />;
  }

  return Object.assign(LazyScreen, { load });
}
