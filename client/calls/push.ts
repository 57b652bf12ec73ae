import * as push from '../../contract/push.ts';
import { done, type Outcome } from '../../domain/problem/problem.ts';
import type { Client } from '../client.ts';
import { keepOnDevice, keptOnDevice } from '../device/browser.ts';
import { deviceOf, pushSubscription, subscribeToPush, whyNoPush } from '../device/push.ts';

export type PushAbout = push.PushAbout;

const aboutKey = (team: string): string => `notifications:${team}`;

/** What was chosen on this device, which may have another subscription by now. */
const chosen = (team: string): PushAbout | null => {
  const kept = keptOnDevice(aboutKey(team));
  return kept === 'mine' || kept === 'all' ? kept : null;
};

const remember = (team: string, about: PushAbout | null) => keepOnDevice(aboutKey(team), about);

/** Nothing while notifications are off here. One that the browser or the server lost is renewed, where that needs no question. */
export async function pushAboutOf(client: Client, team: string): Promise<Outcome<PushAbout | null>> {
  if (whyNoPush() !== null) return done(null);
  const subscription = await pushSubscription();
  const device = subscription ? await deviceOf(subscription.endpoint) : undefined;
  const state = await client.call(push.getPush, { params: { team }, query: { device } });
  if (!state.ok) return state;
  const before = chosen(team);
  if (state.value.about === null && before && Notification.permission === 'granted') {
    return switchPushOn(client, team, before);
  }
  return done(state.value.about);
}

export async function switchPushOn(
  client: Client,
  team: string,
  about: PushAbout,
): Promise<Outcome<PushAbout | null>> {
  const state = await client.call(push.getPush, { params: { team }, query: {} });
  if (!state.ok) return state;
  const { publicKey } = state.value;
  const keys = await subscribeToPush(publicKey);
  if (!keys.ok) return keys;
  const on = await client.call(push.switchPushOn, {
    params: { team },
    body: { ...keys.value, publicKey, about },
  });
  if (!on.ok) return on;
  remember(team, on.value.about);
  return done(on.value.about);
}

/** The browser stays subscribed for the other teams. */
export async function switchPushOff(client: Client, team: string): Promise<Outcome<unknown>> {
  remember(team, null);
  const subscription = await pushSubscription();
  if (!subscription) return done(null);
  const device = await deviceOf(subscription.endpoint);
  return client.call(push.switchPushOff, { params: { team, device } });
}
