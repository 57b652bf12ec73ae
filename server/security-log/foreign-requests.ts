import type { IncomingMessage } from 'node:http';
import type { SecurityLog } from './security-log.ts';

/** Records requests that pages of other sites cause, or that are sent to a name of another site. */
export interface ForeignRequests {
  fromOrigin(request: IncomingMessage): void;
  toHost(request: IncomingMessage): void;
}

export function createForeignRequests(
  placeOf: (request: IncomingMessage) => string,
  securityLog: Pick<SecurityLog, 'recordLater'>,
): ForeignRequests {
  const sourceOf = (request: IncomingMessage) => ({
    place: placeOf(request),
    browser: request.headers['user-agent'] ?? '',
  });
  return {
    fromOrigin(request) {
      const { origin = '' } = request.headers;
      const details = { origin: short(URL.parse(origin)?.origin) };
      securityLog.recordLater({ type: 'origin-foreign', details }, sourceOf(request));
    },
    toHost(request) {
      const { host = '' } = request.headers;
      // Without a user name, which could be an email address.
      const details = { host: short(URL.parse(`http://${host}`)?.host) };
      securityLog.recordLater({ type: 'host-unknown', details }, sourceOf(request));
    },
  };
}

const short = (name = ''): string => name.slice(0, 100);
