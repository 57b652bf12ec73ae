// Every screen is a script of its own, loaded when it is first shown.

import { lazyScreen } from '../parts/page/lazy-screen.tsx';
import { pageIdle } from '../parts/page/page-idle.ts';
import { LoadingMain } from '../ui/message/loading.tsx';
import { urls } from '../urls.ts';

export const Day = lazyScreen(async () => (await import('../screens/day/day.tsx')).DayScreen, LoadingMain);
export const Timeline = lazyScreen(
  async () => (await import('../screens/timeline/timeline.tsx')).TimelineScreen,
  LoadingMain,
);
export const Login = lazyScreen(async () => (await import('../screens/login/login.tsx')).LoginScreen);
export const Register = lazyScreen(
  async () => (await import('../screens/register/register.tsx')).RegisterScreen,
);
export const Logout = lazyScreen(async () => (await import('../screens/logout/logout.tsx')).LogoutScreen);
export const Forgot = lazyScreen(async () => (await import('../screens/forgot/forgot.tsx')).ForgotScreen);
export const Reset = lazyScreen(async () => (await import('../screens/reset/reset.tsx')).ResetScreen);
export const Confirm = lazyScreen(
  async () => (await import('../screens/confirm/confirm-registration.tsx')).ConfirmRegistrationScreen,
);
export const ConfirmEmail = lazyScreen(
  async () => (await import('../screens/confirm/confirm-email.tsx')).ConfirmEmailScreen,
);
export const SignedIn = lazyScreen(
  async () => (await import('../screens/signed-in/signed-in.tsx')).SignedInScreen,
);
export const Secure = lazyScreen(async () => (await import('../screens/secure/secure.tsx')).SecureScreen);
export const Start = lazyScreen(async () => (await import('../screens/start/start.tsx')).StartScreen);
export const Join = lazyScreen(async () => (await import('../screens/join/join.tsx')).JoinScreen);
export const Mine = lazyScreen(async () => (await import('../screens/mine/mine.tsx')).MineScreen);
export const Poster = lazyScreen(async () => (await import('../screens/poster/poster.tsx')).PosterScreen);
export const Layouts = lazyScreen(async () => (await import('../screens/layouts/layouts.tsx')).LayoutsScreen);
export const NewLayout = lazyScreen(
  async () => (await import('../screens/layouts/new-layout.tsx')).NewLayoutScreen,
);
export const Templates = lazyScreen(
  async () => (await import('../screens/templates/templates.tsx')).TemplatesScreen,
);
export const NewTemplate = lazyScreen(
  async () => (await import('../screens/templates/new-template.tsx')).NewTemplateScreen,
);
export const Account = lazyScreen(async () => (await import('../screens/account/account.tsx')).AccountScreen);
export const Team = lazyScreen(async () => (await import('../screens/team/team.tsx')).TeamScreen);
export const TeamSecurity = lazyScreen(
  async () => (await import('../screens/team/security/team-security.tsx')).TeamSecurityScreen,
);
export const Overview = lazyScreen(
  async () => (await import('../screens/editor/overview.tsx')).OverviewScreen,
);
export const Shifts = lazyScreen(
  async () => (await import('../screens/editor/shifts/shifts.tsx')).ShiftsScreen,
);
export const ShiftForm = lazyScreen(
  async () => (await import('../screens/editor/shifts/shift-form.tsx')).ShiftFormScreen,
);
export const ImportShifts = lazyScreen(
  async () => (await import('../screens/editor/import/import-shifts.tsx')).ImportShiftsScreen,
);
export const SyncShifts = lazyScreen(
  async () => (await import('../screens/editor/review/sync-shifts.tsx')).SyncShiftsScreen,
);
export const ScheduleConnection = lazyScreen(
  async () => (await import('../screens/team/schedule-connection.tsx')).ScheduleConnectionScreen,
);
export const LayoutHistory = lazyScreen(
  async () => (await import('../screens/history/layout-history.tsx')).LayoutHistoryScreen,
);
export const TeamHistory = lazyScreen(
  async () => (await import('../screens/history/team-history.tsx')).TeamHistoryScreen,
);
export const Rotations = lazyScreen(
  async () => (await import('../screens/editor/board/rotations.tsx')).RotationsScreen,
);
export const TemplateFrame = lazyScreen(
  async () => (await import('../parts/frame/template-frame.tsx')).TemplateFrame,
);
export const TemplateOverview = lazyScreen(
  async () => (await import('../screens/template/overview.tsx')).TemplateOverviewScreen,
);
export const Plan = lazyScreen(async () => (await import('../screens/plan/plan.tsx')).PlanScreen);
export const RotationForm = lazyScreen(
  async () => (await import('../screens/plan/rotation-form.tsx')).RotationFormScreen,
);
export const SubareaForm = lazyScreen(
  async () => (await import('../screens/plan/subarea-form.tsx')).SubareaFormScreen,
);
export const PositionForm = lazyScreen(
  async () => (await import('../screens/plan/position-form.tsx')).PositionFormScreen,
);
export const Crew = lazyScreen(async () => (await import('../screens/crew/crew.tsx')).CrewScreen);
export const DayPlan = lazyScreen(async () => (await import('../parts/frame/day-plan.tsx')).DayPlan);

// Most people open the board: its script loads in parallel with this one, not after it.
if (window.location.pathname === urls.day) void Day.load();
if (window.location.pathname === urls.mine) void Mine.load();

// The day works without a network, so its screens are loaded before they are opened.
void pageIdle.then(() => {
  const screens = [
    Day.load,
    Mine.load,
    Rotations.load,
    Shifts.load,
    ShiftForm.load,
    Overview.load,
    Timeline.load,
    () => import('../parts/notes/quill-editor.ts'),
    () => import('../parts/drag/dragging.ts'),
    () => import('../ui/menu/menu-list.tsx'),
  ];
  return Promise.allSettled(screens.map((load) => load()));
});
