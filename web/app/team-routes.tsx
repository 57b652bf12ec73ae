import { createRoute, Outlet } from '@tanstack/react-router';
import { mayManage, mayRunTheDay } from '../../domain/account/access.ts';
import { OfTheTeam, RequireRole } from '../guards.tsx';
import { PageFrame } from '../parts/frame/frame.tsx';
import { providerAt, urls } from '../urls.ts';
import { inTeam } from './entry-routes.tsx';
import { Layouts, NewLayout, NewTemplate, ScheduleConnection, Team, Templates } from './lazy-screens.ts';
import { comingFrom, copying, onDate } from './search.ts';

const pages = createRoute({
  getParentRoute: () => inTeam,
  id: 'pages',
  component: () => (
    <PageFrame>
      <OfTheTeam>
        <Outlet />
      </OfTheTeam>
    </PageFrame>
  ),
});

const layouts = createRoute({
  getParentRoute: () => pages,
  path: urls.layouts,
  validateSearch: (search) => ({ ...comingFrom(search), ...onDate(search) }),
  component: function LayoutsRoute() {
    const { from, date } = layouts.useSearch();
    const navigate = layouts.useNavigate();
    return (
      <Layouts
        from={from}
        date={date}
        onDate={(next) => void navigate({ search: { from, date: next }, replace: true })}
      />
    );
  },
});

const team = createRoute({ getParentRoute: () => pages, path: urls.team, component: () => <Team /> });

const connectingSchedules = createRoute({
  getParentRoute: () => pages,
  id: 'connecting-schedules',
  component: () => (
    <RequireRole may={mayManage} orGo={urls.team}>
      <Outlet />
    </RequireRole>
  ),
});
const schedule = createRoute({
  getParentRoute: () => connectingSchedules,
  path: urls.schedule('$provider'),
  validateSearch: comingFrom,
  component: function ScheduleRoute() {
    const provider = providerAt(schedule.useParams().provider);
    return <ScheduleConnection key={provider} provider={provider} from={schedule.useSearch().from} />;
  },
});

const layingOut = createRoute({
  getParentRoute: () => pages,
  id: 'laying-out',
  component: () => (
    <RequireRole may={mayRunTheDay} orGo={urls.layouts}>
      <Outlet />
    </RequireRole>
  ),
});
const newLayout = createRoute({
  getParentRoute: () => layingOut,
  path: urls.newLayout,
  validateSearch: (search) => ({ ...comingFrom(search), ...onDate(search), ...copying(search) }),
  component: function NewLayoutRoute() {
    return <NewLayout {...newLayout.useSearch()} />;
  },
});

const managing = createRoute({
  getParentRoute: () => pages,
  id: 'managing',
  component: () => (
    <RequireRole may={mayManage} orGo={urls.layouts}>
      <Outlet />
    </RequireRole>
  ),
});

const templates = createRoute({
  getParentRoute: () => managing,
  path: urls.templates,
  component: () => <Templates />,
});

const newTemplate = createRoute({
  getParentRoute: () => managing,
  path: urls.newTemplate,
  component: () => <NewTemplate />,
});

export const teamRoutes = pages.addChildren([
  layouts,
  team,
  connectingSchedules.addChildren([schedule]),
  layingOut.addChildren([newLayout]),
  managing.addChildren([templates, newTemplate]),
]);
