import IconAlertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs';
import type { ReactNode, Ref } from 'react';
import './alert.css';

const icons = {
  info: IconInfoCircle,
  success: IconCircleCheck,
  warning: IconAlertTriangle,
  problem: IconAlertCircle,
};

type AlertProps = {
  tone?: keyof typeof icons;
  action?: ReactNode;
  id?: string;
  /** For focusing it. */
  ref?: Ref<HTMLDivElement>;
  children: ReactNode;
};

/** A message in the page. Screen readers announce problems at once and others politely. */
export function Alert({ tone = 'info', action, id, ref, children }: AlertProps) {
  const Icon = icons[tone];
  return (
    <div
      id={id}
      ref={ref}
      tabIndex={ref ? -1 : undefined}
      className={`alert alert--${tone}`}
      role={tone === 'problem' ? 'alert' : 'status'}
    >
      <Icon aria-hidden="true" />
      <div className="alert__text">{children}</div>
      {action}
    </div>
  );
}
