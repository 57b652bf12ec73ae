import { createRoute, Outlet } from '@tanstack/react-router';
import { RequireSignIn, RequireTeam, SignedOut } from '../guards.tsx';
import { PageFrame } from '../parts/frame.tsx';
import { urls } from '../urls.ts';
import { Account, Join, Login, Logout, Register, Start } from './lazy-screens.ts';
import { root } from './root-route.tsx';
import { comingFrom } from './search.ts';

// Not signed in

export const login = createRoute({
  getParentRoute: () => root,
  path: urls.login,
  validateSearch: comingFrom,
  component: function LoginRoute() {
    const { from } = login.useSearch();
    return (
      <SignedOut from={from}>
        <Login from={from} />
      </SignedOut>
    );
  },
});

export const register = createRoute({
  getParentRoute: () => root,
  path: urls.register,
  validateSearch: comingFrom,
  component: function RegisterRoute() {
    const { from } = register.useSearch();
    return (
      <SignedOut from={from}>
        <Register from={from} />
      </SignedOut>
    );
  },
});

export const logout = createRoute({
  getParentRoute: () => root,
  path: urls.logout,
  component: () => <Logout />,
});

// Signed in

export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: () => (
    <RequireSignIn>
      <Outlet />
    </RequireSignIn>
  ),
});

export const start = createRoute({
  getParentRoute: () => signedIn,
  path: urls.start,
  component: () => <Start />,
});

export const join = createRoute({
  getParentRoute: () => signedIn,
  path: '/join/$token',
  component: function JoinRoute() {
    return <Join token={join.useParams().token} />;
  },
});

export const account = createRoute({
  getParentRoute: () => signedIn,
  path: urls.account,
  component: () => (
    <PageFrame>
      <Account />
    </PageFrame>
  ),
});

// In a team

export const inTeam = createRoute({
  getParentRoute: () => signedIn,
  id: 'in-team',
  component: () => (
    <RequireTeam>
      <Outlet />
    </RequireTeam>
  ),
});
