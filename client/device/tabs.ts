import type { TabChannel, TabMessage } from '../outbox/tab-channel.ts';

/** Connects the open tabs of the app in this browser; undefined in browsers that cannot. */
export function browserTabs(): TabChannel | undefined {
  if (typeof BroadcastChannel === 'undefined') return undefined;
  const channel = new BroadcastChannel('lineup outbox');
  return {
    post: (message) => channel.postMessage(message),
    listen(listener) {
      const hear = ({ data }: MessageEvent<TabMessage>) => listener(data);
      channel.addEventListener('message', hear);
      return () => channel.removeEventListener('message', hear);
    },
  };
}
