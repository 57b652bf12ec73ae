import { useEffect, useState } from 'react';

let typed = '';

/** What was typed as one's address at the page before: nobody is asked for it twice while they sign in. */
export const useTypedEmail = (): string => useState(() => typed)[0];

export function useKeptEmail(email: string): void {
  useEffect(() => {
    typed = email;
  }, [email]);
}

/** The next person who signs in here is asked. */
export function useForgottenEmail(isSignedIn: boolean): void {
  useEffect(() => {
    if (isSignedIn) typed = '';
  }, [isSignedIn]);
}
