import { type ComponentType, Fragment, type ReactNode, useEffect } from 'react';
import { Route, Switch, useParams } from 'wouter';
import { browserMemory } from '../../client/device/browser.ts';
import { mayManage, mayRunTheDay, type Role } from '../../domain/team/user.ts';
import {
  OfTheTeam,
  Redirect,
  RequireLayout,
  RequireRole,
  RequireSignIn,
  RequireTeam,
  SignedOut,
} from '../guards.tsx';
import { DayFrame, EditorFrame, PageFrame, TimelineFrame } from '../parts/frame/frame.tsx';
import { aboutDay, askedPerson, fromPage, useSearch } from '../parts/page/address-search.ts';
import { useClient, useMe, useObservable, useTeamId } from '../parts/page/client-context.tsx';
import { useLastSegment } from '../parts/page/navigation.ts';
import { providerAt, urls } from '../urls.ts';
import * as screens from './lazy-screens.ts';
import { PageBoundary } from './page-boundary.tsx';

const key = 'openedOn';
const ofTab = browserMemory('sessionStorage');

/** Where this tab was opened; a tab that goes on stays where it is. */
let isOpening = window.location.pathname === urls.day && ofTab.getItem(key) === null;

const isPhone = () => window.matchMedia('(max-width: 599px)').matches;

/** A crew member's phone opens on their own day. An address that names a day, and every other page, stays as it is. */
function MineFirst({ children }: { children: ReactNode }) {
  const me = useMe();
  const team = useTeamId();
  const hasDay = aboutDay(useSearch()).layout !== undefined;
  if (!isOpening || me === null || me.user === null) return children;
  const membership = me.teams.find(({ id }) => id === team);
  const isOwn = !hasDay && membership?.role === 'viewer' && membership.person !== undefined && isPhone();
  isOpening = false;
  ofTab.setItem(key, isOwn ? urls.mine : urls.day);
  return isOwn ? <Redirect to={urls.mine} /> : children;
}

type PageProps = { children: ReactNode };

function TeamPage({ children }: PageProps) {
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

type LayoutPageProps = PageProps & {
  frame?: ComponentType<{ children: ReactNode }>;
  withoutBoard?: ReactNode;
};

function LayoutPage({ frame: Frame = Fragment, withoutBoard, children }: LayoutPageProps) {
  return (
    <RequireSignIn>
      <RequireTeam>
        <RequireLayout inAddress={aboutDay(useSearch())} withoutBoard={withoutBoard}>
          <Frame>
            <PageBoundary>{children}</PageBoundary>
          </Frame>
        </RequireLayout>
      </RequireTeam>
    </RequireSignIn>
  );
}

function TemplatePage({ children }: PageProps) {
  const id = useParams<{ template: string }>().template;
  return (
    <RequireSignIn>
      <RequireTeam>
        <RequireRole may={mayManage} orGo={urls.layouts}>
          <screens.TemplateFrame key={id} id={id}>
            <PageBoundary>{children}</PageBoundary>
          </screens.TemplateFrame>
        </RequireRole>
      </RequireTeam>
    </RequireSignIn>
  );
}

const signedOut = (page: ReactNode) => <SignedOut>{page}</SignedOut>;
const signedIn = (page: ReactNode) => <RequireSignIn>{page}</RequireSignIn>;
const ofTeam = (page: ReactNode) => <TeamPage>{page}</TeamPage>;
const ofTemplate = (page: ReactNode) => <TemplatePage>{page}</TemplatePage>;
const inEditor = (page: ReactNode) => <LayoutPage frame={EditorFrame}>{page}</LayoutPage>;
const only = (may: (role: Role) => boolean, orGo: string, page: ReactNode) => (
  <RequireRole may={may} orGo={orGo}>
    {page}
  </RequireRole>
);
const forLeads = (orGo: string, page: ReactNode) => only(mayRunTheDay, orGo, page);
const forManagers = (orGo: string, page: ReactNode) => only(mayManage, orGo, page);

const planItem = '/:rotation?/:subarea?/:position?';

/** The first path that fits counts. */
const pages: Readonly<Record<string, ReactNode>> = {
  [urls.login]: signedOut(<screens.Login />),
  [urls.register]: signedOut(<screens.Register />),
  [urls.forgot]: signedOut(<screens.Forgot />),
  [urls.reset(':token')]: <screens.ResetRoute />,
  [urls.confirm(':token')]: <screens.ConfirmRoute />,
  [urls.signedIn]: <screens.SignedInRoute />,
  [urls.logout]: <screens.Logout />,
  [urls.secure]: <screens.Secure />,

  [urls.start]: signedIn(<screens.Start />),
  [urls.join(':token')]: signedIn(<screens.Join />),
  [urls.confirmEmail(':token')]: signedIn(<screens.ConfirmEmailRoute />),
  [urls.account]: signedIn(
    <PageFrame>
      <PageBoundary>
        <screens.Account />
      </PageBoundary>
    </PageFrame>,
  ),

  [urls.day]: <DayRoute />,
  [urls.television]: <TelevisionRoute />,
  [urls.mine]: ofTeam(<screens.Mine />),
  [urls.timeline]: (
    <LayoutPage frame={TimelineFrame}>
      <screens.Timeline />
    </LayoutPage>
  ),

  [urls.editor]: inEditor(<Redirect to={urls.overview} />),
  [urls.overview]: inEditor(<screens.Overview />),
  [urls.shifts]: inEditor(<screens.Shifts />),
  [urls.importShifts]: inEditor(forLeads(urls.shifts, <screens.ImportShifts />)),
  [urls.syncShifts(':provider')]: inEditor(forLeads(urls.shifts, <SyncShiftsRoute />)),
  [`${urls.shifts}/:shift`]: inEditor(forLeads(urls.shifts, <ShiftFormRoute />)),
  [urls.rotations]: inEditor(<screens.Rotations />),
  [urls.layoutHistory]: inEditor(<screens.LayoutHistoryRoute />),
  [urls.dayPlan.list + planItem]: inEditor(
    forManagers(
      urls.rotations,
      <screens.DayPlan>
        <screens.PlanRoute />
      </screens.DayPlan>,
    ),
  ),
  [`${urls.editor}/*`]: inEditor(<screens.NotFound />),

  [urls.layouts]: ofTeam(<screens.LayoutsRoute />),
  [urls.newLayout]: ofTeam(forLeads(urls.layouts, <screens.NewLayoutRoute />)),
  [urls.team]: ofTeam(<screens.Team />),
  [urls.teamSecurity]: ofTeam(forManagers(urls.team, <screens.TeamSecurity />)),
  [urls.poster]: ofTeam(forManagers(urls.team, <screens.Poster />)),
  [urls.crew]: ofTeam(forLeads(urls.team, <screens.Crew />)),
  [urls.teamHistory]: ofTeam(forLeads(urls.team, <screens.TeamHistoryRoute />)),
  [urls.schedule(':provider')]: ofTeam(forManagers(urls.team, <ScheduleRoute />)),
  [urls.templates]: ofTeam(forManagers(urls.layouts, <screens.Templates />)),
  [urls.newTemplate]: ofTeam(forManagers(urls.layouts, <screens.NewTemplate />)),

  [urls.template(':template')]: ofTemplate(<screens.TemplateOverview />),
  [urls.templatePlan(':template').list + planItem]: ofTemplate(<screens.PlanRoute />),
  [`${urls.template(':template')}/*`]: ofTemplate(<screens.NotFound />),
};

/** With one key, pages in a row that have the same page type share its frame, which stays in place while people go from one to the other. */
export function Routes() {
  return (
    <Switch>
      {Object.entries(pages).map(([path, page]) => (
        <Route key="page" path={path}>
          {page}
        </Route>
      ))}
      <Route key="page" component={screens.NotFound} />
    </Switch>
  );
}

function ShiftFormRoute() {
  return <screens.ShiftForm id={useLastSegment()} />;
}

function SyncShiftsRoute() {
  const provider = useProvider();
  // the reading that a background sync left, and not the schedule as it is now
  const isWaiting = useSearch().waiting === 'true';
  return <screens.SyncShifts key={provider} provider={provider} isWaiting={isWaiting} />;
}

function ScheduleRoute() {
  const provider = useProvider();
  return <screens.ScheduleConnection key={provider} provider={provider} from={fromPage(useSearch()).from} />;
}

const useProvider = (): string => providerAt(useParams<{ provider: string }>().provider);

function DayRoute() {
  const person = askedPerson(useSearch());
  if (useObservable(useClient().choices.television)) return <Redirect to={urls.television} />;
  return (
    <MineFirst>
      <LayoutPage frame={DayFrame} withoutBoard={<screens.OpenToday />}>
        <screens.Day person={person} />
      </LayoutPage>
    </MineFirst>
  );
}

/** Opening it makes the device a television, until somebody leaves. */
function TelevisionRoute() {
  const { choices } = useClient();
  useEffect(() => choices.chooseTelevision(true), [choices]);
  return (
    <LayoutPage withoutBoard={<screens.TelevisionWithoutBoard />}>
      <screens.Television />
    </LayoutPage>
  );
}
