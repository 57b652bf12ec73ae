import type { ReactNode } from 'react';
import { mayManage } from '../../../domain/team/user.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { EmptyState } from '../../ui/message/message.tsx';
import { urls } from '../../urls.ts';
import { useRole } from '../page/client-context.tsx';

type NothingYetProps = { title: string; actions?: ReactNode; children?: ReactNode };

/** A day without rotations, or a rotation without subareas; managers go to where they are made. */
export function NothingYet({ title, actions, children }: NothingYetProps) {
  const edit = mayManage(useRole()) && (
    <ButtonLink size="big" variant="primary" href={urls.dayPlan.list}>
      Edit Rotations
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
  <NothingYet title="No rotations added yet" actions={actions}>
    A rotation is a part of the day, such as Breakfast or Lunch, with its own positions.
  </NothingYet>
);
