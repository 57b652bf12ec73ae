// Runs before the tests and before the servers of journeys: together they hash about a thousand passwords.
import { setPasswordCost } from '../../server/accounts/password-hashing.ts';

export const cheapPasswords = { memory: 8, passes: 1 };

setPasswordCost(cheapPasswords);
