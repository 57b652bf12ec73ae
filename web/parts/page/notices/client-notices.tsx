import { useEffect, useState } from 'react';
import type { LostChoice } from '../../../../client/device/choices.ts';
import type { RefusedChange } from '../../../../client/outbox/outbox-storage.ts';
import { withWords, words } from '../../../../client/words/words.ts';
import type { Problem } from '../../../../domain/problem/problem.ts';
import { dismissToastsOf, showToast } from '../../../ui/message/toast.tsx';
import { showProblem } from '../../forms/change-toast.ts';
import { useUndoKeys } from '../../undo/undo-buttons.tsx';
import { useClient, useObservable } from '../client-context.tsx';
import { lazyPart, lazyWhenIdle, pageIdle } from '../lazy-screen.tsx';

const t = words('page');

function lostText({ why, team }: LostChoice): string {
  if (why === 'layout-deleted') return t('layout-deleted-choose');
  if (why === 'layout-missing') return t('layout-gone-choose');
  return team === undefined ? t('no-longer-in-that-team') : t('no-longer-in-team', { team });
}

const loadReasons = withWords(() => import('../../undo/say-not-undone.ts'));
void pageIdle.then(loadReasons).catch(() => undefined);

const RefusedChanges = lazyPart(() => import('./refused-changes.tsx'), 'default');
const OthersChanges = lazyWhenIdle(() => import('./others-changes.tsx'), 'default');
const RestoredNotice = lazyPart(() => import('./restored-notice.tsx'), 'default');

export function ClientNotices() {
  const client = useClient();
  const lost = useObservable(client.choices.lost);

  const [refused, setRefused] = useState<readonly RefusedChange[]>([]);
  useEffect(
    () =>
      client.refused.on((change) => {
        dismissToastsOf(change.id);
        // the change that it was to undo was refused, too, which is said already
        if (change.problem.code !== 'undo-missing') setRefused((before) => [...before, change]);
      }),
    [client],
  );

  const [overruled, setOverruled] = useState<readonly Problem[]>([]);
  useEffect(
    () =>
      client.undo.overruled.on(async (by) => {
        const problem = await (await loadReasons()).problemOfOverruled(client, by);
        setOverruled((before) => [...before, problem]);
      }),
    [client],
  );
  useEffect(
    () =>
      client.undo.missed.on((count) =>
        setOverruled((before) => [...before, { code: 'plan-overtaken', details: { count } }]),
      ),
    [client],
  );
  const close = () => {
    setRefused([]);
    setOverruled([]);
  };

  useUndoKeys();
  useEffect(
    () => client.undo.notUndone.on(async (why) => (await loadReasons()).sayNotUndone(client, why)),
    [client],
  );

  const isKept = useObservable(client.isKept);
  const restored = useObservable(client.restored);

  useEffect(() => {
    if (!isKept) showProblem({ code: 'changes-kept-in-page' }, { stays: true });
  }, [isKept]);

  const unreadable = useObservable(client.unreadable);
  useEffect(() => {
    if (unreadable > 0) showProblem({ code: 'changes-of-newer-app' }, { stays: true });
  }, [unreadable]);

  useEffect(() => {
    if (!lost) return;
    client.choices.forgetLost();
    showToast({ text: lostText(lost) });
  }, [client, lost]);

  return (
    <>
      <OthersChanges />
      {restored && <RestoredNotice restored={restored} />}
      {refused.length + overruled.length > 0 && (
        <RefusedChanges refused={refused} overruled={overruled} onClose={close} />
      )}
    </>
  );
}
