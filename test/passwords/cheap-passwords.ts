// Runs before the tests and before the servers of journeys: together they hash about a thousand passwords.
import { setPasswordCost } from '../../server/accounts/password-policy.ts';

export const cheapPasswords = { memory: 8, passes: 1 };

setPasswordCost(cheapPasswords);
