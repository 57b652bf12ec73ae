// Every screen is a script of its own, loaded when it is first shown.

import { lazyScreen } from '../parts/page/lazy-screen.tsx';
import { loadWhenIdle } from '../parts/page/page-idle.ts';
import { LoadingMain } from '../ui/message/message.tsx';
import { urls } from '../urls.ts';

export const Day = lazyScreen(() => import('../screens/day/day.tsx'), 'DayScreen', LoadingMain);
export const Television = lazyScreen(
  () => import('../screens/day/television/television.tsx'),
  'TelevisionScreen',
);
export const TelevisionWithoutBoard = lazyScreen(
  () => import('../screens/day/television/without-board.tsx'),
  'TelevisionWithoutBoard',
);
export const OpenToday = lazyScreen(() => import('../screens/day/open-today.tsx'), 'OpenToday');
export const Timeline = lazyScreen(
  () => import('../screens/timeline/timeline.tsx'),
  'TimelineScreen',
  LoadingMain,
);
export const Login = lazyScreen(() => import('../screens/login/login.tsx'), 'LoginScreen');
export const Register = lazyScreen(() => import('../screens/register/register.tsx'), 'RegisterScreen');
export const Logout = lazyScreen(() => import('../screens/logout/logout.tsx'), 'LogoutScreen');
export const Forgot = lazyScreen(() => import('../screens/links/links.tsx'), 'Forgot');
export const ResetRoute = lazyScreen(() => import('../screens/links/links.tsx'), 'ResetRoute');
export const ConfirmRoute = lazyScreen(() => import('../screens/links/links.tsx'), 'ConfirmRoute');
export const ConfirmEmailRoute = lazyScreen(() => import('../screens/links/links.tsx'), 'ConfirmEmailRoute');
export const SignedInRoute = lazyScreen(() => import('../screens/links/links.tsx'), 'SignedInRoute');
export const Secure = lazyScreen(() => import('../screens/secure/secure.tsx'), 'SecureScreen');
export const Start = lazyScreen(() => import('../screens/start/start.tsx'), 'StartScreen');
export const Join = lazyScreen(() => import('../screens/join/join.tsx'), 'JoinScreen');
export const Mine = lazyScreen(() => import('../screens/mine/mine.tsx'), 'MineScreen');
export const Poster = lazyScreen(() => import('../screens/poster/poster.tsx'), 'PosterScreen');
export const LayoutsRoute = lazyScreen(() => import('../screens/layouts/layouts.tsx'), 'LayoutsRoute');
export const NewLayoutRoute = lazyScreen(() => import('../screens/layouts/layouts.tsx'), 'NewLayoutRoute');
export const Templates = lazyScreen(() => import('../screens/templates/templates.tsx'), 'TemplatesScreen');
export const NewTemplate = lazyScreen(
  () => import('../screens/templates/new-template.tsx'),
  'NewTemplateScreen',
);
export const Account = lazyScreen(() => import('../screens/account/account.tsx'), 'AccountScreen');
export const Team = lazyScreen(() => import('../screens/team/team.tsx'), 'TeamScreen');
export const TeamSecurity = lazyScreen(
  () => import('../screens/team/team-security.tsx'),
  'TeamSecurityScreen',
);
export const Overview = lazyScreen(() => import('../screens/editor/overview.tsx'), 'OverviewScreen');
export const Shifts = lazyScreen(() => import('../screens/editor/shifts/shifts.tsx'), 'ShiftsScreen');
export const ShiftForm = lazyScreen(
  () => import('../screens/editor/shifts/shift-form.tsx'),
  'ShiftFormScreen',
);
export const ImportShifts = lazyScreen(
  () => import('../screens/editor/import/import-shifts.tsx'),
  'ImportShiftsScreen',
);
export const SyncShifts = lazyScreen(
  () => import('../screens/editor/review/sync-shifts.tsx'),
  'SyncShiftsScreen',
);
export const ScheduleConnection = lazyScreen(
  () => import('../screens/team/schedule-connection.tsx'),
  'ScheduleConnectionScreen',
);
export const LayoutHistoryRoute = lazyScreen(
  () => import('../screens/history/history.tsx'),
  'LayoutHistoryRoute',
);
export const TeamHistoryRoute = lazyScreen(
  () => import('../screens/history/history.tsx'),
  'TeamHistoryRoute',
);
export const Rotations = lazyScreen(() => import('../screens/editor/board/rotations.tsx'), 'RotationsScreen');
export const TemplateFrame = lazyScreen(() => import('../parts/frame/template-frame.tsx'), 'TemplateFrame');
export const TemplateOverview = lazyScreen(
  () => import('../screens/template/overview.tsx'),
  'TemplateOverviewScreen',
);
export const PlanRoute = lazyScreen(() => import('../screens/plan/plan.tsx'), 'PlanRoute');
export const NotFound = lazyScreen(() => import('../screens/not-found/not-found.tsx'), 'NotFoundScreen');
export const Crew = lazyScreen(() => import('../screens/crew/crew.tsx'), 'CrewScreen');
export const DayPlan = lazyScreen(() => import('../parts/frame/day-plan.tsx'), 'DayPlan');

// Most people open the board: its script loads in parallel with this one, not after it.
if (window.location.pathname === urls.day) void Day.load();
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
    Timeline.load,
    Television.load,
    () => import('../parts/notes/quill-editor.tsx'),
    () => import('../parts/drag/dragging.ts'),
    () => import('../parts/frame/team-menu-list.tsx'),
  ];
  for (const load of screens) await loadWhenIdle(load);
}
void loadDay();
