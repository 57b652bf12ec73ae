import type { Layout } from '../../../domain/day/layout.ts';
import { mayRunTheDay } from '../../../domain/team/user.ts';
import { useRole } from '../../parts/page/client-context.tsx';
import { lazyPart } from '../../parts/page/lazy-screen.tsx';

const LaidText = lazyPart(() => import('./laid-text.tsx'), 'LaidText');

/** That the layout was made automatically, and who could not be placed; `isShort` leaves out what needs no action. */
export function LaidNotice({ layout, isShort = false }: { layout: Layout; isShort?: boolean }) {
  const mayEdit = mayRunTheDay(useRole());
  const { laid } = layout;
  if (!laid || !mayEdit) return null;
  return <LaidText layout={layout} laid={laid} isShort={isShort} />;
}
