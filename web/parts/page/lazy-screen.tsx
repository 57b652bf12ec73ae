import { type ComponentType, useLayoutEffect, useState } from 'react';
import { LoadingPage } from '../../ui/message/message.tsx';

type PropsOf<Screen> = Screen extends ComponentType<infer Props extends object> ? Props : never;

/** React's lazy always shows the fallback first, and then for at least 300 ms: a screen that is loaded shows at once. */
export function lazyScreen<Script extends object, Name extends keyof Script>(
  fetchScript: () => Promise<Script>,
  name: Name,
  Waiting: ComponentType | ComponentType<PropsOf<Script[Name]>> = LoadingPage,
) {
  type Props = PropsOf<Script[Name]>;
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;

  async function load(): Promise<ComponentType<Props>> {
    loading ??= fetchScript().then((script) => script[name] as ComponentType<Props>);
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

    const Shown = Screen ?? (Waiting as ComponentType<Props>);
    return <Shown {...props} />;
  }

  return Object.assign(LazyScreen, { load });
}

/** A part of a page that comes with the press that needs it; nothing is shown until then. */
export const lazyPart = <Script extends object, Name extends keyof Script>(
  fetchScript: () => Promise<Script>,
  name: Name,
) => lazyScreen(fetchScript, name, Nothing);

const Nothing = () => null;
