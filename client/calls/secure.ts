import { certificateFile, getSecureAddresses, profileFile } from '../../contract/secure.ts';
import type { Client } from '../client.ts';

export const secureAddressesOf = (client: Client) => client.call(getSecureAddresses, {});

/** Paths of the files that devices install. */
export const installFiles = { certificate: certificateFile, profile: profileFile };
