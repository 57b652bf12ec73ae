import { createRoute, Outlet, useLocation } from '@tanstack/react-router';
import { mayManage } from '../../domain/access.ts';
import { RequireRole } from '../guards.tsx';
import { urls } from '../urls.ts';
import { inTeam } from './entry-routes.tsx';
import {
  PositionForm,
  RotationForm,
  SubareaForm,
  TemplateFrame,
  TemplateOverview,
  TemplateRotations,
} from './lazy-screens.ts';

const template = createRoute({
  getParentRoute: () => inTeam,
  path: '/templates/$template',
  component: function TemplateRoute() {
    const id = template.useParams().template;
    const path = useLocation({ select: (location) => location.pathname });
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

const rotations = createRoute({
  getParentRoute: () => template,
  path: 'rotations',
  component: () => <TemplateRotations />,
});

const rotation = createRoute({
  getParentRoute: () => template,
  path: 'rotations/$rotation',
  component: function RotationRoute() {
    return <RotationForm place={rotation.useParams().rotation} />;
  },
});

const subarea = createRoute({
  getParentRoute: () => template,
  path: 'rotations/$rotation/$subarea',
  component: function SubareaRoute() {
    const params = subarea.useParams();
    return <SubareaForm rotation={params.rotation} place={params.subarea} />;
  },
});

const position = createRoute({
  getParentRoute: () => template,
  path: 'rotations/$rotation/$subarea/$position',
  component: function PositionRoute() {
    const params = position.useParams();
    return <PositionForm rotation={params.rotation} subarea={params.subarea} place={params.position} />;
  },
});

export const templateRoutes = template.addChildren([overview, rotations, rotation, subarea, position]);
