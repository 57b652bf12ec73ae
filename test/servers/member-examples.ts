import type { ProblemCode } from '../../domain/problem/problem.ts';

interface MemberExample {
  readonly params: Record<string, string>;
  readonly body?: unknown;
  readonly refused?: ProblemCode;
}

/** A call of each endpoint about a member's own day, and about the people of the crew. */
export const memberExamples: Record<string, (team: string) => MemberExample> = {
  'GET /api/teams/:team/me/people': (team) => ({ params: { team } }),
  'POST /api/teams/:team/me/person': (team) => ({
    params: { team },
    body: { person: 'nobody' },
    refused: 'person-missing',
  }),
  'DELETE /api/teams/:team/me/person': (team) => ({ params: { team } }),
  'GET /api/teams/:team/me/next-day': (team) => ({ params: { team } }),
  'GET /api/teams/:team/me/push': (team) => ({ params: { team } }),
  'POST /api/teams/:team/me/push': (team) => ({
    params: { team },
    body: { endpoint: 'https://push.example', p256dh: '', auth: '', publicKey: '', about: 'mine' },
    refused: 'push-key-changed',
  }),
  'DELETE /api/teams/:team/me/push/:device': (team) => ({ params: { team, device: 'none' } }),
  'POST /api/teams/:team/leave': (team) => ({ params: { team } }),
  'DELETE /api/teams/:team/crew/:person': (team) => ({
    params: { team, person: 'nobody' },
    refused: 'person-missing',
  }),
};
