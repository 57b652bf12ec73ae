import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import { SignedOut } from '../guards.tsx';
import { navigate } from '../parts/page/navigation.ts';
import { urls } from '../urls.ts';
import { Confirm, ConfirmEmail, Forgot, Join, Login, Register, Reset, SignedIn } from './lazy-screens.ts';
import { fromPage, setSearch, useSearch, withProblem } from './search.ts';

const useToken = (): string => useParams<{ token: string }>().token;

export function LoginRoute(): ReactNode {
  const search = useSearch();
  const { from } = fromPage(search);
  const { problem } = withProblem(search);
  return (
    <SignedOut from={from}>
      <Login from={from} problem={problem && { code: problem }} hasNewPassword={search.reset === 'done'} />
    </SignedOut>
  );
}

export function RegisterRoute() {
  const { from } = fromPage(useSearch());
  return (
    <SignedOut from={from}>
      <Register from={from} />
    </SignedOut>
  );
}

export function ForgotRoute() {
  const { from } = fromPage(useSearch());
  return (
    <SignedOut from={from}>
      <Forgot from={from} />
    </SignedOut>
  );
}

export function ResetRoute() {
  return <Reset token={useToken()} onDone={() => setSearch(urls.login, { reset: 'done' })} />;
}

export function ConfirmRoute() {
  const { from = urls.day } = fromPage(useSearch());
  return <Confirm token={useToken()} onDone={() => navigate(from, { replace: true })} />;
}

export function SignedInRoute() {
  const { problem } = withProblem(useSearch());
  return (
    <SignedIn
      problem={problem}
      goOn={(from) =>
        problem ? setSearch(urls.login, { from, problem }) : navigate(from, { replace: true })
      }
    />
  );
}

export function JoinRoute() {
  return <Join token={useToken()} />;
}

export function ConfirmEmailRoute() {
  return <ConfirmEmail token={useToken()} />;
}
