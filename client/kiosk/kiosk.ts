import type { Call, Endpoint, Response } from '../../contract/endpoint.ts';
import { type Unlocked, unlockByAccount, unlockKiosk } from '../../contract/kiosk.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import { ObservableValue } from '../observable.ts';

interface KioskDependencies {
  readonly call: <E extends Endpoint>(endpoint: E, call: Call<E>) => Promise<Outcome<Response<E>>>;
  /** The server's time in milliseconds since 1970. */
  readonly now: () => number;
  /** Somebody else is at the kiosk, or nobody. */
  readonly changed: () => void;
}

/** `person`: their id in the crew, if it was their PIN that unlocked the tablet. */
export type AtKiosk = Unlocked & { readonly person?: string };

interface Known {
  readonly pin: string;
  /** When the PIN was set, in milliseconds since 1970: a page that hears of a newer one forgets this. */
  readonly setAt: number;
  readonly unlocked: Unlocked;
  wrong: number;
}

const mostWrong = 5;

/** Who is at a shared tablet. Nobody is until a person says so with their PIN, and then each change is theirs. */
export class Kiosk {
  readonly person = new ObservableValue<AtKiosk | null>(null);
  readonly #dependencies: KioskDependencies;
  /**
   * Who unlocked this page, by their id in the crew: without a network they can again. PINs are only in the page's memory,
   * where the assertions are that they stand for.
   */
  readonly #known = new Map<string, Known>();

  constructor(dependencies: KioskDependencies) {
    this.#dependencies = dependencies;
  }

  /** Null when nobody is there, also when it was too long ago. */
  get current(): AtKiosk | null {
    const person = this.person.get();
    if (person && person.expiresAt <= this.#dependencies.now()) this.lock();
    return this.person.get();
  }

  /** `setAt`: when their PIN was last set, as far as this page has heard. */
  async unlock(
    team: string,
    { person, setAt }: { readonly person: string; readonly setAt: number },
    pin: string,
  ): Promise<Outcome<Unlocked>> {
    const answer = await this.#dependencies.call(unlockKiosk, { params: { team }, body: { person, pin } });
    if ((this.#known.get(person)?.setAt ?? setAt) < setAt) this.#known.delete(person);
    const unlocked = isUnreachable(answer) ? this.#unlockAlone(person, pin) : answer;
    // it may be another PIN by now, or none
    if (!answer.ok && !isUnreachable(answer)) this.#known.delete(person);
    if (!unlocked.ok) return unlocked;
    if (answer.ok) {
      this.#forgetOver();
      this.#known.set(person, { pin, setAt, unlocked: answer.value, wrong: 0 });
    }
    this.#show({ ...unlocked.value, person });
    return unlocked;
  }

  /** Nobody unlocks the tablet by these anymore, and a thief could read them from its memory. */
  #forgetOver(): void {
    for (const [person, { unlocked }] of this.#known)
      if (unlocked.expiresAt <= this.#dependencies.now()) this.#known.delete(person);
  }

  /** Without the server, by what this page knows. */
  #unlockAlone(person: string, pin: string): Outcome<Unlocked> {
    const known = this.#known.get(person);
    if (!known || known.unlocked.expiresAt <= this.#dependencies.now()) return refuse('kiosk-offline');
    if (known.pin !== pin) {
      known.wrong++;
      if (known.wrong >= mostWrong) this.#known.delete(person);
      return refuse('pin-wrong', { field: 'pin' });
    }
    known.wrong = 0;
    return done(known.unlocked);
  }

  /** Who has just signed in on this tablet by their account; the server ends that session. */
  async unlockByAccount(team: string): Promise<Outcome<Unlocked>> {
    const answer = await this.#dependencies.call(unlockByAccount, { params: { team } });
    if (answer.ok) this.#show(answer.value);
    return answer;
  }

  /** They changed their PIN: with a connection the new one is learned. */
  pinChanged(person: string): void {
    this.#known.delete(person);
  }

  lock(): void {
    if (this.person.get() === null) return;
    this.person.set(null);
    this.#dependencies.changed();
  }

  /** The page belongs to another device, or to a person. */
  forget(): void {
    this.#known.clear();
    this.lock();
  }

  #show(next: AtKiosk): void {
    const isOther = next.user !== this.person.get()?.user;
    this.person.set(next);
    if (isOther) this.#dependencies.changed();
  }
}

const isUnreachable = (answer: Outcome<unknown>): boolean =>
  !answer.ok && answer.problem.code === 'network-request-failed';
