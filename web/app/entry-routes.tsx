import { useParams } from 'wouter';
import { SignedOut } from '../guards.tsx';
import { Join, Login, Register } from './lazy-screens.ts';
import { fromPage, useSearch } from '../parts/page/address-search.ts';

export function LoginRoute() {
  const search = useSearch();
  const { from } = fromPage(search);
  return (
    <SignedOut from={from}>
      <Login from={from} problem={search.problem} hasNewPassword={search.reset === 'done'} />
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

export function JoinRoute() {
  return <Join token={useParams<{ token: string }>().token} />;
}
