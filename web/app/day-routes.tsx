import { createRoute, Outlet, useLocation } from '@tanstack/react-router';
import { mayManage, mayRunTheDay } from '../../domain/account/access.ts';
import { Redirect, RequireLayout, RequireRole } from '../guards.tsx';
import { EditorFrame } from '../parts/frame/editor-frame.tsx';
import { DayFrame } from '../parts/frame/frame.tsx';
import { providerAt, urls } from '../urls.ts';
import { inTeam } from './entry-routes.tsx';
import {
  Day,
  DayPlan,
  ImportShifts,
  Overview,
  Rotations,
  ShiftForm,
  Shifts,
  SyncShifts,
} from './lazy-screens.ts';
import { planRoutes } from './plan-routes.tsx';
import { aboutDay, placeOf, whatWaits } from './search.ts';

const withLayout = createRoute({
  getParentRoute: () => inTeam,
  id: 'with-layout',
  validateSearch: aboutDay,
  component: function DayRoute() {
    return (
      <RequireLayout inAddress={withLayout.useSearch()}>
        <Outlet />
      </RequireLayout>
    );
  },
});

const day = createRoute({
  getParentRoute: () => withLayout,
  path: urls.day,
  component: () => (
    <DayFrame>
      <Day />
    </DayFrame>
  ),
});

const editor = createRoute({
  getParentRoute: () => withLayout,
  path: urls.editor,
  component: function EditorRoute() {
    const path = useLocation({ select: placeOf });
    return (
      <EditorFrame path={path}>
        <Outlet />
      </EditorFrame>
    );
  },
});

const toOverview = createRoute({
  getParentRoute: () => editor,
  path: '/',
  component: () => <Redirect to={urls.overview} />,
});
const overview = createRoute({
  getParentRoute: () => editor,
  path: 'overview',
  component: () => <Overview />,
});
const shifts = createRoute({ getParentRoute: () => editor, path: 'shifts', component: () => <Shifts /> });

const rotations = createRoute({
  getParentRoute: () => editor,
  path: 'rotations',
  component: () => <Rotations />,
});

const editing = createRoute({
  getParentRoute: () => editor,
  id: 'editing',
  component: () => (
    <RequireRole may={mayRunTheDay} orGo={urls.shifts}>
      <Outlet />
    </RequireRole>
  ),
});
const importShifts = createRoute({
  getParentRoute: () => editing,
  path: 'shifts/import',
  component: () => <ImportShifts />,
});
const syncShifts = createRoute({
  getParentRoute: () => editing,
  path: 'shifts/sync/$provider',
  validateSearch: whatWaits,
  component: function SyncShiftsRoute() {
    const provider = providerAt(syncShifts.useParams().provider);
    const { waiting = false } = syncShifts.useSearch();
    return <SyncShifts key={provider} provider={provider} isWaiting={waiting} />;
  },
});
const shiftForm = createRoute({
  getParentRoute: () => editing,
  path: 'shifts/$shift',
  component: function ShiftFormRoute() {
    return <ShiftForm id={shiftForm.useParams().shift} />;
  },
});

const plan = createRoute({
  getParentRoute: () => editor,
  path: 'plan',
  component: () => (
    <RequireRole may={mayManage} orGo={urls.rotations}>
      <DayPlan>
        <Outlet />
      </DayPlan>
    </RequireRole>
  ),
});

export const dayRoutes = withLayout.addChildren([
  day,
  editor.addChildren([
    toOverview,
    overview,
    shifts,
    rotations,
    plan.addChildren(planRoutes(() => plan)),
    editing.addChildren([importShifts, syncShifts, shiftForm]),
  ]),
]);
