import { startAuthentication, startRegistration } from '@simplewebauthn/browser';

type WebAuthn = Record<string, unknown>;
type Prompt<Start extends (given: { optionsJSON: never }) => unknown> = Parameters<Start>[0]['optionsJSON'];

/** Asks the browser for a passkey. Throws when the person cancels or has none. */
export const askForPasskey = async (options: WebAuthn): Promise<WebAuthn> => ({
  ...(await startAuthentication({ optionsJSON: options as unknown as Prompt<typeof startAuthentication> })),
});

export const makePasskey = async (options: WebAuthn): Promise<WebAuthn> => ({
  ...(await startRegistration({ optionsJSON: options as unknown as Prompt<typeof startRegistration> })),
});
