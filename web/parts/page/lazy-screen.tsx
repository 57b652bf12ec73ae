import { type ComponentType, useEffectEvent, useLayoutEffect, useState } from 'react';
import { withWords, words } from '../../../client/words/words.ts';
import { LoadingPage } from '../../ui/message/message.tsx';
import { showToast } from '../../ui/message/toast.tsx';
import { lacksParts } from '../updates/page-locks.ts';

const t = words('page');

type PropsOf<Screen> = Screen extends ComponentType<infer Props extends object> ? Props : never;

/** React's lazy always shows the fallback first, and then for at least 300 ms: a screen that is loaded shows at once. */
export const lazyScreen = <Script extends object, Name extends keyof Script>(
  fetchScript: () => Promise<Script>,
  name: Name,
  Waiting: ComponentType | ComponentType<PropsOf<Script[Name]>> = LoadingPage,
) => lazy(withWords(fetchScript), name, Waiting);

function lazy<Script extends object, Name extends keyof Script>(
  fetchWhole: () => Promise<Script>,
  name: Name,
  Waiting: ComponentType | ComponentType<PropsOf<Script[Name]>>,
) {
  type Props = PropsOf<Script[Name]>;
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;

  async function load(): Promise<ComponentType<Props>> {
    loading ??= fetchWhole().then((script) => script[name] as ComponentType<Props>);
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
    const fail = useEffectEvent((error: unknown) => {
      if (!('onClose' in props)) return setFailure({ error });
      (props as { onClose: () => void }).onClose();
      showToast({ text: t('not-loaded-check'), tone: 'problem' });
    });
    if (failure) throw failure.error;

    useLayoutEffect(() => {
      if (Screen) return;
      let isGone = false;
      load().then(
        (screen) => isGone || show(() => screen),
        (error) => isGone || fail(error),
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

/** A part that comes with the press that needs it; nothing is shown until then. Where it can't be loaded, one with `onClose` says so. */
export const lazyPart = <Script extends object, Name extends keyof Script>(
  fetchScript: () => Promise<Script>,
  name: Name,
) => lazyScreen(fetchScript, name, Nothing);

const Nothing = () => null;

/** A part that the page shows once it has settled; nothing where its script or its words can't be loaded, until the page is reloaded. */
export function lazyWhenIdle<Script extends object, Name extends keyof Script>(
  fetchScript: () => Promise<Script>,
  name: Name,
) {
  const fetchWhole = withWords(fetchScript);
  const load = async () => {
    await pageIdle;
    return fetchWhole().catch(() => {
      void serverAnswers().then(() => lacksParts.set(true));
      return { [name]: Nothing } as Script;
    });
  };
  return lazy(load, name, Nothing);
}

/** In milliseconds. What other pages need would hold up the first press on this one. */
const settlesWithin = 2_000;
const triesAgainAfter = 3_000;

/** A browser never asks again for a script that failed to load: fetched while the network is out, its screen would stay broken. */
export const pageIdle = new Promise<void>((resolve) => {
  window.addEventListener('load', () => setTimeout(resolve, settlesWithin));
}).then(() => (isOfflineReady() ? undefined : serverAnswers()));

/** A service worker has the scripts on the device. */
const isOfflineReady = () => Boolean(navigator.serviceWorker?.controller);

export async function serverAnswers(): Promise<void> {
  while (!(await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' }).catch(() => null))) {
    await new Promise((resolve) => setTimeout(resolve, triesAgainAfter));
  }
}

/** Loads what a press may need, in a moment in which the page has nothing else to do. What fails is loaded by the press. */
export async function loadWhenIdle(load: () => unknown): Promise<void> {
  await pageIdle;
  // Safari does not say when it is idle
  if ('requestIdleCallback' in window) await new Promise((resolve) => requestIdleCallback(resolve));
  await Promise.resolve(load()).catch(() => undefined);
}
