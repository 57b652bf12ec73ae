import { startAuthentication, startRegistration } from '@simplewebauthn/browser';

type WebAuthn = Record<string, unknown>;
type Prompt<Start extends (given: { optionsJSON: never }) => unknown> = Parameters<Start>[0]['optionsJSON'];

/** The browser asks for a passkey; it throws when the person would not, or could not. */
export const askForPasskey = async (options: WebAuthn): Promise<WebAuthn> => ({
  ...(await startAuthentication({ optionsJSON: options as unknown as Prompt<typeof startAuthentication> })),
});

/** The browser makes a passkey. */
export const makePasskey = async (options: WebAuthn): Promise<WebAuthn> => ({
  ...(await startRegistration({ optionsJSON: options as unknown as Prompt<typeof startRegistration> })),
});
