import { useParams } from 'wouter';
import { SignedOut } from '../guards.tsx';
import { navigate } from '../parts/page/navigation.ts';
import { ConfirmEmailScreen } from '../screens/confirm/confirm-email.tsx';
import { ConfirmRegistrationScreen } from '../screens/confirm/confirm-registration.tsx';
import { ForgotScreen } from '../screens/forgot/forgot.tsx';
import { ResetScreen } from '../screens/reset/reset.tsx';
import { SignedInScreen } from '../screens/signed-in/signed-in.tsx';
import { urls } from '../urls.ts';
import { fromPage, setSearch, useSearch } from '../parts/page/address-search.ts';

const useToken = (): string => useParams<{ token: string }>().token;

export function ForgotRoute() {
  const { from } = fromPage(useSearch());
  return (
    <SignedOut from={from}>
      <ForgotScreen from={from} />
    </SignedOut>
  );
}

export function ResetRoute() {
  return <ResetScreen token={useToken()} onDone={() => setSearch(urls.login, { reset: 'done' })} />;
}

export function ConfirmRoute() {
  const { from = urls.day } = fromPage(useSearch());
  return <ConfirmRegistrationScreen token={useToken()} onDone={() => navigate(from, { replace: true })} />;
}

export function SignedInRoute() {
  const { problem } = useSearch();
  return (
    <SignedInScreen
      problem={problem}
      goOn={(from) =>
        problem ? setSearch(urls.login, { from, problem }) : navigate(from, { replace: true })
      }
    />
  );
}

export function ConfirmEmailRoute() {
  return <ConfirmEmailScreen token={useToken()} />;
}
