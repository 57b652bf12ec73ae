import { Component, type ComponentType, Fragment, type ReactNode, Suspense, useEffect } from 'react';
import { Route, Switch, useParams } from 'wouter';
import { browserMemory } from '../../client/device/browser.ts';
import { withWords, words } from '../../client/words/words.ts';
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
import { DayFrame, EditorFrame, PageFrame, SignInFrame, TimelineFrame } from '../parts/frame/frame.tsx';
import { wasKiosk } from '../parts/kiosk/was-kiosk.ts';
import { askedPerson, dayParameters, fromPage, useSearch } from '../parts/page/address-search.ts';
import { useClient, useMe, useObservable, useTeamId } from '../parts/page/client-context.tsx';
import { lazyScreen, loadWhenIdle } from '../parts/page/lazy-screen.tsx';
import { useLastSegment, usePath } from '../parts/page/navigation.ts';
import { Button, ButtonLink } from '../ui/button/button.tsx';
import { EmptyState, LoadingMain, LoadingPage } from '../ui/message/message.tsx';
import { Page } from '../ui/page/page.tsx';
import { providerAt, urls } from '../urls.ts';

const t = words('page');

// Every screen is a script of its own, loaded when it is first shown.
const Day = lazyScreen(() => import('../screens/day/day.tsx'), 'DayScreen', LoadingMain);
const Television = lazyScreen(() => import('../screens/day/television/television.tsx'), 'TelevisionScreen');
const TelevisionWithoutBoard = lazyScreen(
  () => import('../screens/day/television/television.tsx'),
  'TelevisionWithoutBoard',
);
const OpenToday = lazyScreen(() => import('../screens/day/open-today.tsx'), 'OpenToday');
const Timeline = lazyScreen(() => import('../screens/timeline/timeline.tsx'), 'TimelineScreen', LoadingMain);
const Login = lazyScreen(() => import('../screens/login/login.tsx'), 'LoginScreen');
const Register = lazyScreen(() => import('../screens/register/register.tsx'), 'RegisterScreen');
const Logout = lazyScreen(() => import('../screens/logout/logout.tsx'), 'LogoutScreen');
const Forgot = lazyScreen(() => import('../screens/links/links.tsx'), 'Forgot');
const ResetRoute = lazyScreen(() => import('../screens/links/links.tsx'), 'ResetRoute');
const ConfirmRoute = lazyScreen(() => import('../screens/links/links.tsx'), 'ConfirmRoute');
const ConfirmEmailRoute = lazyScreen(() => import('../screens/links/links.tsx'), 'ConfirmEmailRoute');
const SignedInRoute = lazyScreen(() => import('../screens/links/links.tsx'), 'SignedInRoute');
const Secure = lazyScreen(() => import('../screens/secure/secure.tsx'), 'SecureScreen');
const Start = lazyScreen(() => import('../screens/start/start.tsx'), 'StartScreen');
const Join = lazyScreen(() => import('../screens/join/join.tsx'), 'JoinScreen');
const Mine = lazyScreen(() => import('../screens/mine/mine.tsx'), 'MineScreen');
const PrintDay = lazyScreen(() => import('../screens/print/print.tsx'), 'PrintDay');
const PrintRotation = lazyScreen(() => import('../screens/print/print.tsx'), 'PrintRotation');
const PrintHandover = lazyScreen(() => import('../screens/print/print.tsx'), 'PrintHandover');
const PrintWeek = lazyScreen(() => import('../screens/print/print-week.tsx'), 'PrintWeek');
const Poster = lazyScreen(() => import('../screens/poster/poster.tsx'), 'PosterScreen');
const LayoutsRoute = lazyScreen(() => import('../screens/layouts/layouts.tsx'), 'LayoutsRoute');
const NewLayout = lazyScreen(() => import('../screens/layouts/new-layout.tsx'), 'NewLayoutScreen');
const Templates = lazyScreen(() => import('../screens/templates/templates.tsx'), 'TemplatesScreen');
const NewTemplate = lazyScreen(() => import('../screens/templates/new-template.tsx'), 'NewTemplateScreen');
const Account = lazyScreen(() => import('../screens/account/account.tsx'), 'AccountScreen');
const Team = lazyScreen(() => import('../screens/team/team.tsx'), 'TeamScreen');
const TeamSecurity = lazyScreen(() => import('../screens/team/team-security.tsx'), 'TeamSecurityScreen');
const Overview = lazyScreen(() => import('../screens/editor/overview.tsx'), 'OverviewScreen');
const Shifts = lazyScreen(() => import('../screens/editor/shifts/shifts.tsx'), 'ShiftsScreen');
const ShiftForm = lazyScreen(() => import('../screens/editor/shifts/shift-form.tsx'), 'ShiftFormScreen');
const ImportShifts = lazyScreen(
  () => import('../screens/editor/import/import-shifts.tsx'),
  'ImportShiftsScreen',
);
const SyncShifts = lazyScreen(() => import('../screens/editor/review/sync-shifts.tsx'), 'SyncShiftsScreen');
const ScheduleConnection = lazyScreen(
  () => import('../screens/team/schedule-connection.tsx'),
  'ScheduleConnectionScreen',
);
const Planner = lazyScreen(() => import('../screens/editor/planner/planner.tsx'), 'PlannerScreen');
const LayoutHistoryRoute = lazyScreen(() => import('../screens/history/history.tsx'), 'LayoutHistoryRoute');
const TeamHistoryRoute = lazyScreen(() => import('../screens/history/history.tsx'), 'TeamHistoryRoute');
const Rotations = lazyScreen(() => import('../screens/editor/board/rotations.tsx'), 'RotationsScreen');
const TemplateFrame = lazyScreen(() => import('../parts/frame/template-frame.tsx'), 'TemplateFrame');
const TemplateOverview = lazyScreen(
  () => import('../screens/template/overview.tsx'),
  'TemplateOverviewScreen',
);
const PlanRoute = lazyScreen(() => import('../screens/plan/plan.tsx'), 'PlanRoute');
const NotFound = lazyScreen(() => import('../screens/not-found/not-found.tsx'), 'NotFoundScreen');
const ShowCode = lazyScreen(() => import('../screens/devices/show-code.tsx'), 'ShowCode');
const WallLink = lazyScreen(() => import('../screens/devices/show-code.tsx'), 'WallLink');
const Pair = lazyScreen(() => import('../screens/devices/pair.tsx'), 'PairScreen');
const Devices = lazyScreen(() => import('../screens/devices/devices.tsx'), 'DevicesScreen');
const Instructions = lazyScreen(() => import('../screens/devices/instructions.tsx'), 'InstructionsScreen');
const Crew = lazyScreen(() => import('../screens/crew/crew.tsx'), 'CrewScreen');
const Skills = lazyScreen(() => import('../screens/crew/skills/skills.tsx'), 'SkillsScreen');
const DayPlan = lazyScreen(() => import('../parts/frame/day-plan.tsx'), 'DayPlan');

// Most people open the board: its script loads in parallel with this one, not after it.
if (window.location.pathname === urls.day) {
  // and its words with those of every page
  words('day');
  void Day.load();
}
if (window.location.pathname === urls.television) void Television.load();
if (window.location.pathname === urls.mine) void Mine.load();

// The day works without a network, so its screens are loaded before they are opened: one at a time, since together they keep a
// tablet from answering a press for a second.
async function loadDay(): Promise<void> {
  const screens = [
    Day.load,
    Mine.load,
    Rotations.load,
    Shifts.load,
    ShiftForm.load,
    Overview.load,
    Planner.load,
    Timeline.load,
    Television.load,
    PrintDay.load,
    PrintWeek.load,
    withWords(() => import('../parts/notes/quill-editor.tsx')),
    withWords(() => import('../parts/drag/dragging.ts')),
    withWords(() => import('../parts/frame/team-menu-list.tsx')),
  ];
  for (const load of screens) await loadWhenIdle(load);
}
void loadDay();

const key = 'openedOn';
const ofTab = browserMemory('sessionStorage');

/** Where this tab was opened; a tab that goes on stays where it is. */
let isOpening = window.location.pathname === urls.day && ofTab.getItem(key) === null;

const isPhone = () => window.matchMedia('(max-width: 599px)').matches;

/** A crew member's phone opens on their own day. An address that names a day, and every other page, stays as it is. */
function MineFirst({ children }: { children: ReactNode }) {
  const me = useMe();
  const team = useTeamId();
  const hasDay = dayParameters(useSearch()).layout !== undefined;
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
        <RequireLayout inAddress={dayParameters(useSearch())} withoutBoard={withoutBoard}>
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
          <TemplateFrame key={id} id={id}>
            <PageBoundary>{children}</PageBoundary>
          </TemplateFrame>
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
const toPrint = (page: ReactNode) => <LayoutPage frame={TimelineFrame}>{page}</LayoutPage>;
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
  [urls.login]: signedOut(<Login />),
  [urls.register]: signedOut(<Register />),
  [urls.forgot]: signedOut(<Forgot />),
  [urls.reset(':token')]: <ResetRoute />,
  [urls.confirm(':token')]: <ConfirmRoute />,
  [urls.signedIn]: <SignedInRoute />,
  [urls.logout]: <Logout />,
  [urls.secure]: <Secure />,

  [urls.start]: signedIn(<Start />),
  [urls.join(':token')]: signedIn(<Join />),
  [urls.confirmEmail(':token')]: signedIn(<ConfirmEmailRoute />),
  [urls.account]: signedIn(
    <PageFrame>
      <PageBoundary>
        <Account />
      </PageBoundary>
    </PageFrame>,
  ),

  [urls.day]: <DayRoute />,
  [urls.television]: <TelevisionRoute />,
  [urls.kiosk]: <KioskRoute />,
  [urls.mine]: ofTeam(<Mine />),
  [urls.timeline]: (
    <LayoutPage frame={TimelineFrame}>
      <Timeline />
    </LayoutPage>
  ),
  [urls.printDay]: toPrint(<PrintDay />),
  [urls.printRotation]: toPrint(<PrintRotation />),
  [urls.printHandover]: toPrint(forLeads(urls.printDay, <PrintHandover />)),
  [urls.printWeek]: ofTeam(<PrintWeek />),

  [urls.editor]: inEditor(<Redirect to={urls.overview} />),
  [urls.overview]: inEditor(<Overview />),
  [urls.shifts]: inEditor(<Shifts />),
  [urls.importShifts]: inEditor(forLeads(urls.shifts, <ImportShifts />)),
  [urls.syncShifts(':provider')]: inEditor(forLeads(urls.shifts, <SyncShiftsRoute />)),
  [`${urls.shifts}/:shift`]: inEditor(forLeads(urls.shifts, <ShiftFormRoute />)),
  [urls.rotations]: inEditor(<Rotations />),
  [urls.planner]: inEditor(forLeads(urls.rotations, <Planner />)),
  [urls.layoutHistory]: inEditor(<LayoutHistoryRoute />),
  [urls.dayPlan.list + planItem]: inEditor(
    forManagers(
      urls.rotations,
      <DayPlan>
        <PlanRoute />
      </DayPlan>,
    ),
  ),
  [`${urls.editor}/*`]: inEditor(<NotFound />),

  [urls.layouts]: ofTeam(<LayoutsRoute />),
  [urls.newLayout]: ofTeam(forLeads(urls.layouts, <NewLayout />)),
  [urls.team]: ofTeam(<Team />),
  [urls.teamSecurity]: ofTeam(forManagers(urls.team, <TeamSecurity />)),
  [urls.pair]: ofTeam(<Pair />),
  [urls.devices]: ofTeam(forManagers(urls.team, <Devices />)),
  [urls.deviceInstructions]: ofTeam(forManagers(urls.team, <Instructions />)),
  [urls.poster]: ofTeam(forManagers(urls.team, <Poster />)),
  [urls.crew]: ofTeam(forLeads(urls.team, <Crew />)),
  [urls.skills]: ofTeam(forLeads(urls.team, <Skills />)),
  [urls.teamHistory]: ofTeam(forLeads(urls.team, <TeamHistoryRoute />)),
  [urls.schedule(':provider')]: ofTeam(forManagers(urls.team, <ScheduleRoute />)),
  [urls.templates]: ofTeam(forManagers(urls.layouts, <Templates />)),
  [urls.newTemplate]: ofTeam(forManagers(urls.layouts, <NewTemplate />)),

  [urls.template(':template')]: ofTemplate(<TemplateOverview />),
  [urls.templatePlan(':template').list + planItem]: ofTemplate(<PlanRoute />),
  [`${urls.template(':template')}/*`]: ofTemplate(<NotFound />),
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
      <Route key="page" component={NotFound} />
    </Switch>
  );
}

function ShiftFormRoute() {
  return <ShiftForm id={useLastSegment()} />;
}

function SyncShiftsRoute() {
  const provider = useProvider();
  // the reading that a background sync left, and not the schedule as it is now
  const isWaiting = useSearch().waiting === 'true';
  return <SyncShifts key={provider} provider={provider} isWaiting={isWaiting} />;
}

function ScheduleRoute() {
  const provider = useProvider();
  return <ScheduleConnection key={provider} provider={provider} from={fromPage(useSearch()).from} />;
}

const useProvider = (): string => providerAt(useParams<{ provider: string }>().provider);

function DayRoute() {
  const person = askedPerson(useSearch());
  if (useObservable(useClient().choices.television)) return <Redirect to={urls.television} />;
  return (
    <MineFirst>
      <LayoutPage frame={DayFrame} withoutBoard={<OpenToday />}>
        <Day person={person} />
      </LayoutPage>
    </MineFirst>
  );
}

/**
 * Opening it makes the device a television, until somebody leaves. Where nobody is signed in, it shows a code, or becomes the wall
 * that the link is for.
 */
function TelevisionRoute() {
  const { choices } = useClient();
  const me = useMe();
  const isNobody = me !== null && me.user === null;
  useEffect(() => {
    if (!isNobody) choices.chooseTelevision(true);
  }, [choices, isNobody]);
  if (isNobody) {
    const secret = window.location.hash.slice(1);
    return secret ? <WallLink secret={secret} /> : <ShowCode kind="wall" from={urls.television} />;
  }
  return (
    <LayoutPage withoutBoard={<TelevisionWithoutBoard />}>
      <Television />
    </LayoutPage>
  );
}

/** Shows a code until the tablet is paired, and says so if it no longer is. */
function KioskRoute() {
  const me = useMe();
  if (me === null || me.user !== null)
    return <RequireSignIn>{me && <Redirect to={urls.day} />}</RequireSignIn>;
  const wrong = wasKiosk() ? ({ code: 'kiosk-revoked' } as const) : undefined;
  return <ShowCode kind="kiosk" from={urls.day} wrong={wrong} />;
}

const reloadedKey = 'reloadedAt';
/** In milliseconds. A page that fails each time would reload without end, and nobody could read why. */
const reloadsApart = 30_000;
const asksEvery = 2_000;

/**
 * A browser never asks again for a script that it once failed to fetch, so the page reloads as soon as the server answers:
 * once, or on a wall, where nobody presses Reload, whatever went wrong and as often as it does.
 */
function useReload(isOutOfReach: boolean): void {
  const isOnWall = usePath() === urls.television;
  useEffect(() => {
    const sinceLast = () => Math.abs(Date.now() - Number(sessionStorage.getItem(reloadedKey) ?? 0));
    if (!isOnWall && (!isOutOfReach || sinceLast() < reloadsApart)) return;
    const timer = setInterval(async () => {
      if (sinceLast() < reloadsApart || !(await isServerUp())) return;
      sessionStorage.setItem(reloadedKey, String(Date.now()));
      window.location.reload();
    }, asksEvery);
    return () => clearInterval(timer);
  }, [isOnWall, isOutOfReach]);
}

/** Without a server, a browser would show its own error page, which never comes back by itself. */
const isServerUp = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store' })
    .then(async (answer) => answer.ok && (await answer.json()).status === 'up')
    .catch(() => false);

function ErrorPage({ error }: { error: unknown }) {
  const isOutOfReach = error instanceof TypeError && /import|module|fetch/i.test(error.message);
  useReload(isOutOfReach);
  return (
    <SignInFrame>
      <Page title={t('went-wrong')} width="narrow">
        <EmptyState
          title={t(isOutOfReach ? 'page-not-loaded' : 'page-problem')}
          actions={
            <>
              <Button variant="primary" onPress={() => window.location.reload()}>
                {t('reload')}
              </Button>
              <ButtonLink href={urls.day}>{t('to-day-view')}</ButtonLink>
            </>
          }
        >
          {t(isOutOfReach ? 'check-and-reload' : 'work-is-safe')}
        </EmptyState>
      </Page>
    </SignInFrame>
  );
}

export function PageBoundary({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary path={usePath()}>
      <Suspense fallback={<LoadingPage />}>{children}</Suspense>
    </ErrorBoundary>
  );
}

type BoundaryProps = { path: string; children: ReactNode };
type BoundaryState = { path: string; failure: { error: unknown } | null };

class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { path: this.props.path, failure: null };

  static getDerivedStateFromProps({ path }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return path === state.path ? null : { path, failure: null };
  }

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { failure: { error } };
  }

  override render() {
    const { failure } = this.state;
    return failure ? <ErrorPage error={failure.error} /> : this.props.children;
  }
}
