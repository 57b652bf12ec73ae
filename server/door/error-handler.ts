import type { FastifyError, FastifyInstance } from 'fastify';
import { TooBusy } from '../auth/throttle/concurrency-limit.ts';
import { isStorageFailure } from '../store/storage-failure.ts';
import { sendProblem } from './endpoint.ts';

/** Errors are answered like other problems, without their message. */
export function addErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const status = error.statusCode ?? 500;
    if (error instanceof TooBusy) return sendProblem(reply, { code: 'too-busy' });
    if (status === 429) return sendProblem(reply, { code: 'too-many-requests' });
    if (status === 413) return sendProblem(reply, { code: 'request-too-large' });
    if (status >= 400 && status < 500) return sendProblem(reply, { code: 'request-invalid' }, status);
    request.log.error(error);
    // Whoever reports the problem can name the line of the log.
    reply.header('x-request-id', request.id);
    return sendProblem(reply, { code: isStorageFailure(error) ? 'storage-failed' : 'internal' });
  });
}
