import type { Call, Endpoint } from '../contract/endpoint.ts';
import { getMe, type Me, type me } from '../contract/me.ts';
import { isSame } from '../domain/change/same.ts';
import type { Outcome } from '../domain/problem/problem.ts';
import { callEndpoint, type Fetch } from './calls/api.ts';
import { ObservableValue } from './observable.ts';

export type SignInEndpoint = Endpoint & { readonly response: typeof me };

interface CurrentUserEvents {
  nobody(): void;
  /** Another person is signed in, or nobody. `hadUser`: it was known before who was. */
  switched(user: string | null, hadUser: boolean): void;
  updated(): void;
  unreachable(): void;
}

export class CurrentUser {
  readonly me = new ObservableValue<Me | null>(null);
  readonly #fetch: Fetch;
  readonly #events: CurrentUserEvents;
  /** Grows when this page signs in or out: an answer from before would sign somebody out again. */
  #session = 0;

  constructor(fetch: Fetch, events: CurrentUserEvents) {
    this.#fetch = fetch;
    this.#events = events;
  }

  /** Asks by HTTP who is signed in. False when nobody is, or when the answer is out of date. */
  async load(): Promise<boolean> {
    const session = this.#session;
    const answer = await callEndpoint(this.#fetch, getMe, {});
    if (session !== this.#session) return false;
    if (answer.ok) this.set(answer.value);
    else this.#events.unreachable();
    return !answer.ok || answer.value.user !== null;
  }

  /** Signs in or out. `before` runs ahead of everything else when that has worked. */
  async change<E extends SignInEndpoint>(
    endpoint: E,
    call: Call<E>,
    before: (next: Me) => void,
  ): Promise<Outcome<Me>> {
    const outcome: Outcome<Me> = await callEndpoint<SignInEndpoint>(this.#fetch, endpoint, call);
    if (outcome.ok) {
      this.forgetRequests();
      before(outcome.value);
      this.set(outcome.value);
    }
    return outcome;
  }

  set(next: Me): void {
    if (!next.user) this.#events.nobody();
    const before = this.me.get();
    if (isSame(before, next)) return;
    const user = next.user?.id ?? null;
    if (!before || user !== (before.user?.id ?? null)) this.#events.switched(user, before !== null);
    this.me.set(next);
    this.#events.updated();
  }

  /** Takes the person who was here last to be here still, until the server says who is. */
  presume(last: Me): void {
    if (this.me.get() === null) this.set(last);
  }

  forgetRequests(): void {
    this.#session++;
  }
}
