import { type ReactNode, useEffect } from 'react';
import { Route, Switch, useParams } from 'wouter';
import { mayManage, mayRunTheDay } from '../../domain/team/user.ts';
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
import { aboutDay, askedPerson, fromPage, useSearch, waitingReading } from '../parts/page/address-search.ts';
import { useClient, useMe, useObservable, useTeamId } from '../parts/page/client-context.tsx';
import { useLastSegment, usePath } from '../parts/page/navigation.ts';
import { providerAt, urls } from '../urls.ts';
import {
  Account,
  ConfirmEmailRoute,
  ConfirmRoute,
  Crew,
  Day,
  DayPlan,
  ForgotRoute,
  ImportShifts,
  Join,
  LayoutHistoryRoute,
  LayoutsRoute,
  Login,
  Logout,
  Mine,
  NewLayoutRoute,
  NewTemplate,
  NotFound,
  OpenToday,
  Overview,
  PlanRoute,
  Poster,
  Register,
  ResetRoute,
  Rotations,
  ScheduleConnection,
  Secure,
  ShiftForm,
  Shifts,
  SignedInRoute,
  Start,
  SyncShifts,
  Team,
  TeamHistoryRoute,
  TeamSecurity,
  Television,
  TelevisionWithoutBoard,
  TemplateFrame,
  TemplateOverview,
  Templates,
  Timeline,
} from './lazy-screens.ts';
import { PageBoundary } from './page-boundary.tsx';

const key = 'openedOn';

/** Where this tab was opened; a tab that goes on stays where it is. */
let isOpening = window.location.pathname === urls.day && remembered() === null;

function remembered(): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function remember(page: string): void {
  isOpening = false;
  try {
    sessionStorage.setItem(key, page);
  } catch {
    // Loaded again, the page opens as if it were new.
  }
}

const isPhone = () => window.matchMedia('(max-width: 599px)').matches;

/** A crew member's phone opens on their own day. An address that names a day, and every other page, stays as it is. */
function MineFirst({ children }: { children: ReactNode }) {
  const me = useMe();
  const team = useTeamId();
  const hasDay = aboutDay(useSearch()).layout !== undefined;
  if (!isOpening || me === null || me.user === null) return children;
  const membership = me.teams.find(({ id }) => id === team);
  const isOwn = !hasDay && membership?.role === 'viewer' && membership.person !== undefined && isPhone();
  remember(isOwn ? urls.mine : urls.day);
  return isOwn ? <Redirect to={urls.mine} /> : children;
}

type PageProps = { children: ReactNode };

function AccountPage({ children }: PageProps) {
  return (
    <RequireSignIn>
      <PageFrame>
        <PageBoundary>{children}</PageBoundary>
      </PageFrame>
    </RequireSignIn>
  );
}

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

const withoutBoard = {
  ...{ day: <OpenToday />, television: <TelevisionWithoutBoard /> },
  ...{ timeline: undefined, editor: undefined },
};

function LayoutPage({ frame, children }: PageProps & { frame: keyof typeof withoutBoard }) {
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

function TemplatePage({ children }: PageProps) {
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

const planItem = '/:rotation?/:subarea?/:position?';

/** Pages in a row that have the same page type share its frame, which stays in place while people go from one to the other. */
export function Routes() {
  return (
    <Switch>
      <Route path={urls.login} component={LoginRoute} />
      <Route path={urls.register} component={RegisterRoute} />
      <Route path={urls.forgot} component={ForgotRoute} />
      <Route path={urls.reset(':token')} component={ResetRoute} />
      <Route path={urls.confirm(':token')} component={ConfirmRoute} />
      <Route path={urls.signedIn} component={SignedInRoute} />
      <Route path={urls.logout} component={Logout} />
      <Route path={urls.secure} component={Secure} />

      <Route path={urls.start}>
        <RequireSignIn>
          <Start />
        </RequireSignIn>
      </Route>
      <Route path={urls.join(':token')}>
        <RequireSignIn>
          <JoinRoute />
        </RequireSignIn>
      </Route>
      <Route path={urls.confirmEmail(':token')}>
        <RequireSignIn>
          <ConfirmEmailRoute />
        </RequireSignIn>
      </Route>
      <Route path={urls.account}>
        <AccountPage>
          <Account />
        </AccountPage>
      </Route>

      <Route path={urls.day} component={DayRoute} />
      <Route path={urls.television} component={TelevisionRoute} />
      <Route path={urls.mine} component={MineRoute} />
      <Route path={urls.timeline}>
        <LayoutPage frame="timeline">
          <Timeline />
        </LayoutPage>
      </Route>

      <Route path={urls.editor}>
        <LayoutPage frame="editor">
          <Redirect to={urls.overview} />
        </LayoutPage>
      </Route>
      <Route path={urls.overview}>
        <LayoutPage frame="editor">
          <Overview />
        </LayoutPage>
      </Route>
      <Route path={urls.shifts}>
        <LayoutPage frame="editor">
          <Shifts />
        </LayoutPage>
      </Route>
      <Route path={urls.importShifts}>
        <LayoutPage frame="editor">
          <RequireRole may={mayRunTheDay} orGo={urls.shifts}>
            <ImportShifts />
          </RequireRole>
        </LayoutPage>
      </Route>
      <Route path={urls.syncShifts(':provider')}>
        <LayoutPage frame="editor">
          <RequireRole may={mayRunTheDay} orGo={urls.shifts}>
            <SyncShiftsRoute />
          </RequireRole>
        </LayoutPage>
      </Route>
      <Route path={`${urls.shifts}/:shift`}>
        <LayoutPage frame="editor">
          <RequireRole may={mayRunTheDay} orGo={urls.shifts}>
            <ShiftFormRoute />
          </RequireRole>
        </LayoutPage>
      </Route>
      <Route path={urls.rotations}>
        <LayoutPage frame="editor">
          <Rotations />
        </LayoutPage>
      </Route>
      <Route path={urls.layoutHistory}>
        <LayoutPage frame="editor">
          <LayoutHistoryRoute />
        </LayoutPage>
      </Route>
      <Route path={urls.dayPlan.list + planItem}>
        <LayoutPage frame="editor">
          <RequireRole may={mayManage} orGo={urls.rotations}>
            <DayPlan>
              <PlanRoute />
            </DayPlan>
          </RequireRole>
        </LayoutPage>
      </Route>
      <Route path={`${urls.editor}/*`}>
        <LayoutPage frame="editor">
          <NotFound />
        </LayoutPage>
      </Route>

      <Route path={urls.layouts}>
        <TeamPage>
          <LayoutsRoute />
        </TeamPage>
      </Route>
      <Route path={urls.newLayout}>
        <TeamPage>
          <RequireRole may={mayRunTheDay} orGo={urls.layouts}>
            <NewLayoutRoute />
          </RequireRole>
        </TeamPage>
      </Route>
      <Route path={urls.team}>
        <TeamPage>
          <Team />
        </TeamPage>
      </Route>
      <Route path={urls.teamSecurity}>
        <TeamPage>
          <RequireRole may={mayManage} orGo={urls.team}>
            <TeamSecurity />
          </RequireRole>
        </TeamPage>
      </Route>
      <Route path={urls.poster} component={PosterRoute} />
      <Route path={urls.crew}>
        <TeamPage>
          <RequireRole may={mayRunTheDay} orGo={urls.team}>
            <Crew />
          </RequireRole>
        </TeamPage>
      </Route>
      <Route path={urls.teamHistory}>
        <TeamPage>
          <RequireRole may={mayRunTheDay} orGo={urls.team}>
            <TeamHistoryRoute />
          </RequireRole>
        </TeamPage>
      </Route>
      <Route path={urls.schedule(':provider')}>
        <TeamPage>
          <RequireRole may={mayManage} orGo={urls.team}>
            <ScheduleRoute />
          </RequireRole>
        </TeamPage>
      </Route>
      <Route path={urls.templates}>
        <TeamPage>
          <RequireRole may={mayManage} orGo={urls.layouts}>
            <Templates />
          </RequireRole>
        </TeamPage>
      </Route>
      <Route path={urls.newTemplate}>
        <TeamPage>
          <RequireRole may={mayManage} orGo={urls.layouts}>
            <NewTemplate />
          </RequireRole>
        </TeamPage>
      </Route>

      <Route path={urls.template(':template')}>
        <TemplatePage>
          <TemplateOverview />
        </TemplatePage>
      </Route>
      <Route path={urls.templatePlan(':template').list + planItem}>
        <TemplatePage>
          <PlanRoute />
        </TemplatePage>
      </Route>
      <Route path={`${urls.template(':template')}/*`}>
        <TemplatePage>
          <NotFound />
        </TemplatePage>
      </Route>

      <Route component={NotFound} />
    </Switch>
  );
}

function ShiftFormRoute() {
  return <ShiftForm id={useLastSegment()} />;
}

function SyncShiftsRoute() {
  const provider = useProvider();
  const { waiting = false } = waitingReading(useSearch());
  return <SyncShifts key={provider} provider={provider} isWaiting={waiting} />;
}

function ScheduleRoute() {
  const provider = useProvider();
  return <ScheduleConnection key={provider} provider={provider} from={fromPage(useSearch()).from} />;
}

const useProvider = (): string => providerAt(useParams<{ provider: string }>().provider);

function LoginRoute() {
  const search = useSearch();
  const { from } = fromPage(search);
  return (
    <SignedOut from={from}>
      <Login from={from} problem={search.problem} hasNewPassword={search.reset === 'done'} />
    </SignedOut>
  );
}

function RegisterRoute() {
  const { from } = fromPage(useSearch());
  return (
    <SignedOut from={from}>
      <Register from={from} />
    </SignedOut>
  );
}

function JoinRoute() {
  return <Join token={useParams<{ token: string }>().token} />;
}

function DayRoute() {
  const person = askedPerson(useSearch());
  if (useObservable(useClient().choices.television)) return <Redirect to={urls.television} />;
  return (
    <MineFirst>
      <LayoutPage frame="day">
        <Day person={person} />
      </LayoutPage>
    </MineFirst>
  );
}

/** Opening it makes the device a television, until somebody leaves. */
function TelevisionRoute() {
  const { choices } = useClient();
  useEffect(() => choices.chooseTelevision(true), [choices]);
  return (
    <LayoutPage frame="television">
      <Television />
    </LayoutPage>
  );
}

function MineRoute() {
  return (
    <TeamPage>
      <Mine />
    </TeamPage>
  );
}

function PosterRoute() {
  return (
    <TeamPage>
      <RequireRole may={mayManage} orGo={urls.team}>
        <Poster />
      </RequireRole>
    </TeamPage>
  );
}
