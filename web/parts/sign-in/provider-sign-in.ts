import type { Client } from '../../../client/client.ts';
import { startOidcSignIn } from '../../../contract/account.ts';
import { getMe } from '../../../contract/me.ts';
import type { Outcome, Problem, ProblemCode } from '../../../domain/problem/problem.ts';

const channelName = 'lineup-signed-in';
const windowLook = 'popup,width=520,height=680';
/** Who closes the window would wait for nothing: how often to look, in milliseconds. */
const lookEvery = 500;
/** Session storage of a page that went to the provider itself: where it goes when it is back. */
const wayBack = 'signInFrom';

/** Safari has it from 15.4 on; before, the window's closing is all that is heard. */
const openChannel = () => ('BroadcastChannel' in window ? new BroadcastChannel(channelName) : null);

/** To be called in the person's press: browsers let no window open later. Aborting closes the window. */
export function signInByWindow(client: Client, onProblem: (problem: Problem) => void): () => void {
  sessionStorage.removeItem(wayBack);
  const opened = window.open('', '_blank', windowLook);
  if (!opened) {
    onProblem({ code: 'popup-blocked' });
    return () => {};
  }
  let isOver = false;
  const channel = openChannel();
  if (channel) {
    channel.onmessage = ({ data }) => {
      end();
      if (typeof data === 'string') onProblem({ code: data as ProblemCode });
      else void client.changeUser(getMe, {}).then((who) => !who.ok && onProblem(who.problem));
    };
  }
  const looking = setInterval(() => opened.closed && void lookWho(), lookEvery);

  // A window can seem closed while the provider shuts us off from it: who is signed in counts, and the channel stays.
  async function lookWho() {
    clearInterval(looking);
    const who = await client.changeUser(getMe, {});
    if (isOver) return;
    if (!who.ok) onProblem(who.problem);
    else if (who.value.user === null) onProblem({ code: 'popup-closed-by-user' });
  }

  function end() {
    isOver = true;
    clearInterval(looking);
    channel?.close();
    opened?.close();
  }

  void client.call(startOidcSignIn, {}).then((begun) => {
    if (isOver) return;
    if (begun.ok) opened.location.href = begun.value.address;
    else {
      end();
      onProblem(begun.problem);
    }
  });
  return end;
}

export async function signInByPage(client: Client, from: string): Promise<Outcome<unknown>> {
  const begun = await client.call(startOidcSignIn, {});
  if (begun.ok) {
    sessionStorage.setItem(wayBack, from);
    window.location.assign(begun.value.address);
  }
  return begun;
}

/** Where the page continues after it went to the provider itself; null in a popup. */
export function takeWayBack(): string | null {
  const from = sessionStorage.getItem(wayBack);
  sessionStorage.removeItem(wayBack);
  return from;
}

/** Tells the page that opened this window how it went, and closes the window. */
export function endSignInWindow(problem: string | undefined): void {
  const channel = openChannel();
  channel?.postMessage(problem ?? null);
  channel?.close();
  window.close();
}
