import { type RawBuilder, sql } from 'kysely';

interface Row {
  readonly team: string;
  readonly document: string;
  readonly version: number;
  readonly body: string;
}

/** A document that was deleted while its body waited stays deleted. One that is packed as it is has its body in the pack. */
export const writeSnapshot = ({ team, document, version, body }: Row): RawBuilder<unknown> => sql`
  insert into snapshots (team_id, document_id, version, body)
  select team_id, id, ${version}, ${body} from documents where team_id = ${team} and id = ${document}
    and packed < ${version}
  on conflict (team_id, document_id) do update set version = excluded.version, body = excluded.body
  where excluded.version > snapshots.version
`;

/** Where the history of a document begins, after the last change whose content was removed. */
export const writeStart = ({ team, document, version, body }: Row): RawBuilder<unknown> => sql`
  insert into history_starts (team_id, document_id, version, body)
  select team_id, id, ${version}, ${body} from documents where team_id = ${team} and id = ${document}
  on conflict (team_id, document_id) do update set version = excluded.version, body = excluded.body
`;
