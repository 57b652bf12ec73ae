// Every screen is a script of its own, loaded when it is first shown.
import { lazy } from 'react';
import { pageIdle } from '../parts/page/page-idle.ts';
import { urls } from '../urls.ts';

const loadDay = () => import('../screens/day/day.tsx');
// Most people open the board: its script loads in parallel with this one, not after it.
if (window.location.pathname === urls.day) void loadDay();

const loadOverview = () => import('../screens/editor/overview.tsx');
const loadShifts = () => import('../screens/editor/shifts/shifts.tsx');
const loadShiftForm = () => import('../screens/editor/shifts/shift-form.tsx');
const loadRotations = () => import('../screens/editor/board/rotations.tsx');
const loadMenus = () => import('../ui/menu/menu-list.tsx');
const loadNotesEditor = () => import('../parts/notes/quill-editor.ts');
const loadDragging = () => import('../parts/drag/dragging.ts');

// The day works without a network, so its screens are loaded before they are opened.
void pageIdle.then(() => {
  const screens = [
    loadDay,
    loadRotations,
    loadShifts,
    loadShiftForm,
    loadOverview,
    loadNotesEditor,
    loadDragging,
    loadMenus,
  ];
  return Promise.allSettled(screens.map((load) => load()));
});

export const Day = lazy(async () => ({ default: (await loadDay()).DayScreen }));
export const Login = lazy(async () => ({
  default: (await import('../screens/login/login.tsx')).LoginScreen,
}));
export const Register = lazy(async () => ({
  default: (await import('../screens/register/register.tsx')).RegisterScreen,
}));
export const Logout = lazy(async () => ({
  default: (await import('../screens/logout/logout.tsx')).LogoutScreen,
}));
export const Forgot = lazy(async () => ({
  default: (await import('../screens/forgot/forgot.tsx')).ForgotScreen,
}));
export const Reset = lazy(async () => ({
  default: (await import('../screens/reset/reset.tsx')).ResetScreen,
}));
export const Confirm = lazy(async () => ({
  default: (await import('../screens/confirm/confirm-registration.tsx')).ConfirmRegistrationScreen,
}));
export const ConfirmEmail = lazy(async () => ({
  default: (await import('../screens/confirm/confirm-email.tsx')).ConfirmEmailScreen,
}));
export const SignedIn = lazy(async () => ({
  default: (await import('../screens/signed-in/signed-in.tsx')).SignedInScreen,
}));
export const Start = lazy(async () => ({
  default: (await import('../screens/start/start.tsx')).StartScreen,
}));
export const Join = lazy(async () => ({ default: (await import('../screens/join/join.tsx')).JoinScreen }));
export const Layouts = lazy(async () => ({
  default: (await import('../screens/layouts/layouts.tsx')).LayoutsScreen,
}));
export const NewLayout = lazy(async () => ({
  default: (await import('../screens/layouts/new-layout.tsx')).NewLayoutScreen,
}));
export const Templates = lazy(async () => ({
  default: (await import('../screens/templates/templates.tsx')).TemplatesScreen,
}));
export const NewTemplate = lazy(async () => ({
  default: (await import('../screens/templates/new-template.tsx')).NewTemplateScreen,
}));
export const Account = lazy(async () => ({
  default: (await import('../screens/account/account.tsx')).AccountScreen,
}));
export const Team = lazy(async () => ({ default: (await import('../screens/team/team.tsx')).TeamScreen }));
export const Overview = lazy(async () => ({
  default: (await loadOverview()).OverviewScreen,
}));
export const Shifts = lazy(async () => ({
  default: (await loadShifts()).ShiftsScreen,
}));
export const ShiftForm = lazy(async () => ({
  default: (await loadShiftForm()).ShiftFormScreen,
}));
export const ImportShifts = lazy(async () => ({
  default: (await import('../screens/editor/import/import-shifts.tsx')).ImportShiftsScreen,
}));
export const SyncShifts = lazy(async () => ({
  default: (await import('../screens/editor/review/sync-shifts.tsx')).SyncShiftsScreen,
}));
export const ScheduleConnection = lazy(async () => ({
  default: (await import('../screens/team/schedule-connection.tsx')).ScheduleConnectionScreen,
}));
export const Rotations = lazy(async () => ({
  default: (await loadRotations()).RotationsScreen,
}));
export const TemplateFrame = lazy(async () => ({
  default: (await import('../parts/frame/template-frame.tsx')).TemplateFrame,
}));
export const TemplateOverview = lazy(async () => ({
  default: (await import('../screens/template/overview.tsx')).TemplateOverviewScreen,
}));
export const Plan = lazy(async () => ({ default: (await import('../screens/plan/plan.tsx')).PlanScreen }));
export const RotationForm = lazy(async () => ({
  default: (await import('../screens/plan/rotation-form.tsx')).RotationFormScreen,
}));
export const SubareaForm = lazy(async () => ({
  default: (await import('../screens/plan/subarea-form.tsx')).SubareaFormScreen,
}));
export const PositionForm = lazy(async () => ({
  default: (await import('../screens/plan/position-form.tsx')).PositionFormScreen,
}));
export const DayPlan = lazy(async () => ({ default: (await import('../parts/frame/day-plan.tsx')).DayPlan }));
