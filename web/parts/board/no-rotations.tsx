import type { ReactNode } from 'react';
import { words } from '../../../client/words/words.ts';
import { mayManage } from '../../../domain/team/user.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { EmptyState } from '../../ui/message/message.tsx';
import { urls } from '../../urls.ts';
import { useRole } from '../page/client-context.tsx';

const t = words('day');

type NothingYetProps = { title: string; actions?: ReactNode; children?: ReactNode };

/** A day without rotations, or a rotation without subareas; managers go to where they are made. */
export function NothingYet({ title, actions, children }: NothingYetProps) {
  const edit = mayManage(useRole()) && (
    <ButtonLink size="big" variant="primary" href={urls.dayPlan.list}>
      {t('edit-rotations')}
    </ButtonLink>
  );
  return (
    <EmptyState
      title={title}
      actions={
        (edit || actions) && (
          <>
            {edit}
            {actions}
          </>
        )
      }
    >
      {children}
    </EmptyState>
  );
}

export const NoRotations = ({ actions }: { actions?: ReactNode }) => (
  <NothingYet title={t('no-rotations')} actions={actions}>
    {t('what-rotations-are')}
  </NothingYet>
);
