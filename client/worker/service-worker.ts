import { isScreenPath } from '../../contract/pages.ts';
import { closestLanguage, isLanguage, type Language, languages } from '../../words/words.ts';

const page = '/mine';
const fallback = { title: 'Lineup', body: 'Look at your breaks.', tag: 'break', lang: 'en' };

/** Shows each message: a browser takes the permission away from those that show nothing. */
async function showNotice(data: PushMessageData | null): Promise<void> {
  const { title, ...shown } = { ...fallback, ...noticeIn(data) };
  await self.registration.showNotification(title, {
    ...shown,
    icon: '/icon-192.png',
    badge: '/icon-192.png',
  });
}

function noticeIn(data: PushMessageData | null): Partial<typeof fallback> {
  try {
    return data?.json() ?? {};
  } catch {
    return {};
  }
}

/** Goes to a page that shows one's own day, or opens one. Others stay as they are: something may be typed in them. */
async function openNotice(notification: Notification): Promise<void> {
  notification.close();
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = windows.find(({ url }) => new URL(url).pathname === page);
  if (open) await open.focus();
  else await self.clients.openWindow(page);
}

// Opens the app without a network. tools/build/service-worker.ts builds it and fills in BUILD.
declare const self: ServiceWorkerGlobalScope;

/** Files of one build by their path, each with its digest in the form of `Request.integrity`. */
type Files = Readonly<Record<string, string>>;
declare const BUILD: {
  readonly version: string;
  readonly files: Files;
  readonly words: Readonly<Record<Language, Files>>;
};

const prefix = 'lineup ';
const cacheName = prefix + BUILD.version;
const shell = '/index.html';
/** What the server answers itself, though the path looks like a page's. */
const served = /^\/(live|healthz|up|readyz|metrics|secure)(\/|$)/;

self.addEventListener('install', (event) => {
  event.waitUntil(install());
  bypassWorker(event);
});
self.addEventListener('activate', (event) => event.waitUntil(activate()));

// A new version waits until a page says that no page would lose anything.
self.addEventListener('message', (event) => {
  if (event.data === 'activate') event.waitUntil(self.skipWaiting());
  const [port] = event.ports;
  if (port && isLanguage(event.data?.language)) event.waitUntil(storeWords(event.data.language, port));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || request.cache === 'no-store') return;
  // Safari plays no video of which it gets more than it asked for
  if (request.headers.has('range')) return;
  if (request.mode === 'navigate') {
    if (isScreenPath(pathname) && !served.test(pathname)) event.respondWith(answer(shell, request));
  } else if (pathname.startsWith('/assets/') || pathname in BUILD.files) {
    event.respondWith(answer(pathname, request));
  }
});

self.addEventListener('push', (event) => event.waitUntil(showNotice(event.data)));
self.addEventListener('notificationclick', (event) => event.waitUntil(openNotice(event.notification)));

/**
 * All files or none. A digest that doesn't match fails the installation: the sign-in page of a public network, a file that
 * was cut short, or the server was updated in the meantime. The browser tries again later.
 */
async function install(): Promise<void> {
  try {
    const words = (await languagesInUse()).map((language) => BUILD.words[language]);
    const cache = await caches.open(cacheName);
    await cache.addAll([BUILD.files, ...words].flatMap((files) => Object.entries(files).map(requestOf)));
  } catch (error) {
    // A full disk, for example: what was stored until then is of no use.
    await caches.delete(cacheName);
    throw error;
  }
}

/** Those that the former build has words of. At first that of the browser; a page says where another was chosen. */
async function languagesInUse(): Promise<readonly Language[]> {
  const paths = new Set<string>();
  for (const name of await caches.keys()) {
    if (!name.startsWith(prefix) || name === cacheName) continue;
    for (const { url } of await (await caches.open(name)).keys()) paths.add(new URL(url).pathname);
  }
  const stored = languages.filter((language) =>
    [...paths].some((path) => path.startsWith(`/assets/words-${language}-`)),
  );
  return stored.length > 0 ? stored : [closestLanguage(self.navigator.languages) ?? 'en'];
}

/** Answers whether the device has them all. */
async function storeWords(language: Language, port: MessagePort): Promise<void> {
  const cache = await caches.open(cacheName);
  const known = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const missing = Object.entries(BUILD.words[language]).filter(([path]) => !known.has(path));
  port.postMessage(
    await cache.addAll(missing.map(requestOf)).then(
      () => true,
      () => false,
    ),
  );
}

function requestOf([path, integrity]: [string, string]): Request {
  const hasHash = path.startsWith('/assets/');
  return new Request(path, { integrity, redirect: 'error', cache: hasHash ? 'default' : 'no-cache' });
}

/** TypeScript's types don't have it, and neither do Safari and Firefox. */
interface StaticRouting extends ExtendableEvent {
  addRoutes?(rule: { condition: { urlPattern: string }; source: 'network' }): Promise<void>;
}

/**
 * Requests that the worker never answers don't start it either. Chromium stops the old worker before a new version takes
 * over: a request at that moment starts it again, and the new version waits up to five minutes.
 */
function bypassWorker(event: StaticRouting): void {
  // The app works without it, too.
  event.addRoutes?.({ condition: { urlPattern: '/api/*' }, source: 'network' }).catch(() => {});
}

/** Keeps the files of the former build for pages that were opened with it and have not reloaded yet. */
async function activate(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== cacheName);
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function answer(path: string, request: Request): Promise<Response> {
  const own = await caches.match(path, { cacheName });
  return own ?? (path === shell ? undefined : await caches.match(path)) ?? fetch(request);
}
