import { createRoute, Outlet, useNavigate } from '@tanstack/react-router';
import { RequireSignIn, RequireTeam, SignedOut } from '../guards.tsx';
import { PageFrame } from '../parts/frame/frame.tsx';
import { urls } from '../urls.ts';
import {
  Account,
  Confirm,
  ConfirmEmail,
  Forgot,
  Join,
  Login,
  Logout,
  Register,
  Reset,
  SignedIn,
  Start,
} from './lazy-screens.ts';
import { root } from './root-route.tsx';
import { comingFrom, withProblem } from './search.ts';

// Not signed in

export const login = createRoute({
  getParentRoute: () => root,
  path: urls.login,
  validateSearch: (search) => ({
    ...comingFrom(search),
    ...withProblem(search),
    reset: search.reset === 'done' ? ('done' as const) : undefined,
  }),
  component: function LoginRoute() {
    const { from, problem, reset } = login.useSearch();
    return (
      <SignedOut from={from}>
        <Login from={from} problem={problem && { code: problem }} hasNewPassword={reset === 'done'} />
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

export const forgot = createRoute({
  getParentRoute: () => root,
  path: urls.forgot,
  validateSearch: comingFrom,
  component: function ForgotRoute() {
    const { from } = forgot.useSearch();
    return (
      <SignedOut from={from}>
        <Forgot from={from} />
      </SignedOut>
    );
  },
});

export const reset = createRoute({
  getParentRoute: () => root,
  path: urls.reset('$token'),
  component: function ResetRoute() {
    const navigate = useNavigate();
    return (
      <Reset
        token={reset.useParams().token}
        onDone={() => void navigate({ to: urls.login, search: { reset: 'done' }, replace: true })}
      />
    );
  },
});

export const confirm = createRoute({
  getParentRoute: () => root,
  path: urls.confirm('$token'),
  validateSearch: comingFrom,
  component: function ConfirmRoute() {
    const { from } = confirm.useSearch();
    const navigate = useNavigate();
    return (
      <Confirm
        token={confirm.useParams().token}
        onDone={() => void navigate({ href: from ?? urls.day, replace: true })}
      />
    );
  },
});

export const providerReturn = createRoute({
  getParentRoute: () => root,
  path: urls.signedIn,
  validateSearch: withProblem,
  component: function SignedInRoute() {
    const { problem } = providerReturn.useSearch();
    const navigate = useNavigate();
    return (
      <SignedIn
        problem={problem}
        goOn={(from) =>
          void (problem
            ? navigate({ to: urls.login, search: { from, problem }, replace: true })
            : navigate({ href: from, replace: true }))
        }
      />
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
  id: 'with-person',
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

export const confirmEmail = createRoute({
  getParentRoute: () => signedIn,
  path: urls.confirmEmail('$token'),
  component: function ConfirmEmailRoute() {
    return <ConfirmEmail token={confirmEmail.useParams().token} />;
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
