import { createRoute, Outlet, useLocation } from '@tanstack/react-router';
import { mayManage } from '../../domain/account/access.ts';
import { RequireRole } from '../guards.tsx';
import { urls } from '../urls.ts';
import { inTeam } from './entry-routes.tsx';
import { TemplateFrame, TemplateOverview } from './lazy-screens.ts';
import { planRoutes } from './plan-routes.tsx';
import { placeOf } from './search.ts';

const template = createRoute({
  getParentRoute: () => inTeam,
  path: '/templates/$template',
  component: function TemplateRoute() {
    const id = template.useParams().template;
    const path = useLocation({ select: placeOf });
    return (
      <RequireRole may={mayManage} orGo={urls.layouts}>
        <TemplateFrame key={id} id={id} path={path}>
          <Outlet />
        </TemplateFrame>
      </RequireRole>
    );
  },
});

const overview = createRoute({
  getParentRoute: () => template,
  path: '/',
  component: () => <TemplateOverview />,
});

const plan = createRoute({ getParentRoute: () => template, path: 'rotations' });

export const templateRoutes = template.addChildren([overview, plan.addChildren(planRoutes(() => plan))]);
