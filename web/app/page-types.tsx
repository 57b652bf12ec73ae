import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import { mayManage } from '../../domain/team/user.ts';
import { OfTheTeam, RequireLayout, RequireRole, RequireSignIn, RequireTeam } from '../guards.tsx';
import { EditorFrame } from '../parts/frame/editor-frame.tsx';
import { DayFrame, PageFrame, TimelineFrame } from '../parts/frame/frame.tsx';
import { usePath } from '../parts/page/navigation.ts';
import { urls } from '../urls.ts';
import { OpenToday, TelevisionWithoutBoard, TemplateFrame } from './lazy-screens.ts';
import { PageBoundary } from './page-boundary.tsx';
import { aboutDay, useSearch } from '../parts/page/address-search.ts';

type PageProps = { children: ReactNode };

/** A page about the person who is signed in. */
export function AccountPage({ children }: PageProps) {
  return (
    <RequireSignIn>
      <PageFrame>
        <PageBoundary>{children}</PageBoundary>
      </PageFrame>
    </RequireSignIn>
  );
}

/** A page about the chosen team. */
export function TeamPage({ children }: PageProps) {
  return (
    <RequireSignIn>
      <RequireTeam>
        <PageFrame>
          <OfTheTeam>
            <PageBoundary>{children}</PageBoundary>
          </OfTheTeam>
        </PageFrame>
      </RequireTeam>
    </RequireSignIn>
  );
}

const withoutBoard = {
  ...{ day: <OpenToday />, television: <TelevisionWithoutBoard /> },
  ...{ timeline: undefined, editor: undefined },
};

/** A page about one day. Its address names the team and the layout. */
export function LayoutPage({ frame, children }: PageProps & { frame: keyof typeof withoutBoard }) {
  const path = usePath();
  const page = <PageBoundary>{children}</PageBoundary>;
  return (
    <RequireSignIn>
      <RequireTeam>
        <RequireLayout inAddress={aboutDay(useSearch())} withoutBoard={withoutBoard[frame]}>
          {frame === 'day' && <DayFrame>{page}</DayFrame>}
          {frame === 'timeline' && <TimelineFrame>{page}</TimelineFrame>}
          {frame === 'television' && page}
          {frame === 'editor' && <EditorFrame path={path}>{page}</EditorFrame>}
        </RequireLayout>
      </RequireTeam>
    </RequireSignIn>
  );
}

/** A page about one template. */
export function TemplatePage({ children }: PageProps) {
  const id = useParams<{ template: string }>().template;
  const path = usePath();
  return (
    <RequireSignIn>
      <RequireTeam>
        <RequireRole may={mayManage} orGo={urls.layouts}>
          <TemplateFrame key={id} id={id} path={path}>
            <PageBoundary>{children}</PageBoundary>
          </TemplateFrame>
        </RequireRole>
      </RequireTeam>
    </RequireSignIn>
  );
}
