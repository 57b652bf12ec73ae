import type { Generated } from 'kysely';
import type { DocumentKind } from '../../domain/change/change.ts';
import type { SecurityEventType } from '../../domain/team/security-event.ts';
import type { Role, TokenScope } from '../../domain/team/user.ts';

/** The tables as Kysely types. Instants are milliseconds since 1970; `body` and `change` are JSON. */
export interface Tables {
  meta: { key: string; value: string };
  documents: {
    team_id: string;
    id: string;
    kind: DocumentKind;
    version: number;
    name: string | null;
    area: string | null;
    date: string | null;
    /** The last version whose change is in a pack; 0 if none is. */
    packed: Generated<number>;
  };
  snapshots: { team_id: string; document_id: string; version: number; body: string };
  changes: {
    team_id: string;
    document_id: string;
    version: number;
    id: string;
    author: string | null;
    at: number;
    change: string;
    /** JSON of a `ChangeRecord`. */
    record: string | null;
  };
  packs: {
    team_id: string;
    document_id: string;
    from_version: number;
    to_version: number;
    first_at: number;
    last_at: number;
    others_from: number | null;
    breaks_from: number | null;
    ids: Uint8Array;
    contents: Uint8Array;
  };
  history_starts: { team_id: string; document_id: string; version: number; body: string };
  schedule_connections: {
    team_id: string;
    provider: string;
    settings: string;
    sealed: string;
    terms: string;
    roles: string | null;
    read_at: number | null;
    problem: string | null;
    claimed_until: number | null;
    failures: number;
  };
  schedule_readings: { team_id: string; provider: string; date: string; read_at: number; reading: string };
  members: { team_id: string; user_id: string; role: Role; joined_at: number };
  invitations: {
    team_id: string;
    token_hash: string;
    role: Role;
    created_by: string;
    expires_at: number;
    id: string;
    once: number;
    created_at: number;
  };
  access_tokens: {
    secret_hash: string;
    id: string;
    user_id: string;
    name: string;
    scope: TokenScope;
    team_id: string | null;
    created_at: number;
    last_used_at: number | null;
    expires_at: number;
  };
  revoked_tokens: { secret_hash: string; user_id: string; name: string; expires_at: number };
  sign_outs: { user_id: string; number: number };
  sign_in_attempts: { key: string; failures: number; at: number };
  used_codes: { key: string; at: number };
  email_links: {
    token_hash: string;
    user_id: string | null;
    email: string;
    registration: string | null;
    expires_at: number;
  };
  departed: { user_id: string };
  security_log: {
    id: string;
    at: number;
    type: SecurityEventType;
    user_id: string | null;
    by_user: string | null;
    team_id: string | null;
    device: string;
    place: string;
    details: string;
    bucket: string;
  };
  second_factor_teams: { team_id: string };
  push_subscriptions: {
    team_id: string;
    device: string;
    user_id: string;
    session_id: string;
    about: 'mine' | 'all';
    target: string;
    created_at: number;
  };
  push_notices: { team_id: string; id: string; at: number };
  /** `body` is JSON of a `Reach`. */
  reaches: { team_id: string; body: string };
  logos: { team_id: string; id: string; type: string; bytes: Uint8Array };
}
