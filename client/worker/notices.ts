declare const self: ServiceWorkerGlobalScope;

/** The page of one's own day. */
const page = '/mine';
const fallback = { title: 'Lineup', body: 'Look at your breaks.', tag: 'break' };

/** Shows each message: a browser takes the permission away from those that show nothing. */
export async function showNotice(data: PushMessageData | null): Promise<void> {
  const { title, body, tag } = { ...fallback, ...noticeIn(data) };
  await self.registration.showNotification(title, {
    body,
    tag,
    lang: 'en',
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
export async function openNotice(notification: Notification): Promise<void> {
  notification.close();
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = windows.find(({ url }) => new URL(url).pathname === page);
  if (open) await open.focus();
  else await self.clients.openWindow(page);
}
