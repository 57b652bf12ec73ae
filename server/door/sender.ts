import type { FastifyInstance } from 'fastify';
import type { Proxies } from './proxies.ts';

/** Gives requests what is known of their sender: see the fields in endpoint.ts. */
export function addSender(app: FastifyInstance, proxies: Proxies): void {
  app.decorateRequest('place', {
    getter() {
      return proxies.placeOf(this.raw);
    },
  });
  app.decorateRequest('isHttps', {
    getter() {
      return proxies.isHttps(this.raw);
    },
  });
  app.decorateRequest('ownOrigin', {
    getter() {
      return proxies.originOf(this.raw) ?? '';
    },
  });
}
