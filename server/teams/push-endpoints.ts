import { getPush, switchPushOff, switchPushOn } from '../../contract/push.ts';
import { done, refuse } from '../../domain/problem/problem.ts';
import type { Serve } from '../door/endpoint.ts';
import type { Push } from './push.ts';

export function servePush(serve: Serve, push: Push): void {
  serve(getPush, async ({ params, caller, query }) =>
    done(await push.state(params.team, caller.user.id, query.device)),
  );

  serve(switchPushOn, async ({ params, caller, role, body, origin }) => {
    // A browser is told as long as its session lasts, and a token has none.
    if (caller.token) return refuse('token-too-narrow');
    const { about, ...keys } = body;
    const by = { team: params.team, user: caller.user.id, session: caller.session, role };
    return push.switchOn(by, { ...keys, contact: origin }, about);
  });

  serve(switchPushOff, async ({ params, caller }) => {
    await push.switchOff(params.team, caller.user.id, params.device);
    return done({});
  });
}
