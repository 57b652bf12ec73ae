import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Body } from '../../contract/endpoint.ts';
import { createTeam, deleteTeam, getLogo, uploadLogo } from '../../contract/teams.ts';
import { daySettings, layTemplate } from '../../domain/day/layout.ts';
import { sampleLayout, sampleTemplate } from '../../domain/day/sample.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import { starterTemplate } from '../../domain/team/starter-sets.ts';
import { largestLogo, linkedLogoPath, logoAddress, parseTeam, type Team } from '../../domain/team/team.ts';
import { businessDay } from '../../domain/time/date.ts';
import { readWords } from '../../words/read-words.ts';
import type { StoredLogo } from '../database/store.ts';
import { deviceOf } from '../door/device-name.ts';
import { type Parts, type Serve, sendProblem } from '../door/endpoint.ts';
import { authorize, authorOf } from '../door/guard.ts';
import { hashOf, newId } from '../id.ts';
import { imageType, isSvg } from '../image.ts';
import type { Author } from '../live/staged-document.ts';
import { teamName } from './members.ts';

/** A person who manages this many teams cannot create another: one account could fill the disk. */
const MOST_TEAMS = 100;

type TeamForm = Body<typeof createTeam>;

export function serveTeams(serve: Serve, parts: Parts): void {
  const { documents, store, connections, securityLog, now } = parts;
  const { members } = store;

  serve(createTeam, async (request) => {
    const { caller, browser, body } = request;
    const user = caller.user.id;
    const creator = { by: user, device: deviceOf(caller, browser) };
    const team = parseTeam(teamOf(body));
    if (!team.ok) return team;
    const joined = await members.ofUser(user);
    if (joined.filter(({ role }) => role === 'manager').length >= MOST_TEAMS) {
      return refuse('teams-too-many', { details: { max: MOST_TEAMS } });
    }
    const id = newId();
    const created = await documents.issue(
      { team: id, document: id },
      { type: 'team.create', team: team.value },
      creator,
    );
    if (!created.ok) return created;
    const layout = await createFirstDay(parts, body, { id, team: team.value, creator });
    if (!layout.ok) return layout;
    // The member is added last, so that nobody sees an incomplete team.
    const member = { team: id, user, role: 'manager', joinedAt: now() } as const;
    const entry = securityLog.entry({ type: 'team-created', by: user, team: id }, request);
    if (!(await members.add(member, entry))) {
      // Their account was deleted meanwhile.
      await documents.deleteTeam(id);
      return refuse('signed-out');
    }
    connections.membershipsChanged(user);
    return done({ team: id, layout: layout.value });
  });

  /** The typed name confirms the deletion and must be the team's. */
  serve(deleteTeam, async (request) => {
    const { team } = request.params;
    const name = await teamName(documents, team);
    if (name === null) return refuse('not-found');
    if (request.body.name.trim() !== name) return refuse('name-differs', { field: 'name' });
    const entry = securityLog.entry({ type: 'team-deleted', by: request.caller.user.id, team }, request);
    const deleted = await documents.deleteTeam(team, entry);
    if (!deleted.ok) return deleted;
    connections.teamDeleted(team);
    return done({});
  });
}

function teamOf({ sample: _sample, starter: _starter, language: _language, ...settings }: TeamForm): Team {
  return { kind: 'team', ...settings, primaryColor: null, logoUrl: null };
}

/** A template and a layout of today, whose id it returns; null if the form wants neither. */
async function createFirstDay(
  { documents, now }: Pick<Parts, 'documents' | 'now'>,
  { sample, starter, language = 'en' }: TeamForm,
  { id, team, creator }: { id: string; team: Team; creator: { by: string; device: string } },
): Promise<Outcome<string | null>> {
  const [area = ''] = team.areas;
  const today = businessDay(now(), team.timeZone, team.dayStart);
  const settings = daySettings(team);
  if (!sample && !starter) return done(null);
  const template =
    starter && !sample
      ? starterTemplate(newId, starter, area, readWords(language, 'starter'))
      : sampleTemplate(newId, area, readWords('en', 'starter'));
  const layout = sample
    ? sampleLayout(newId, today, settings, template)
    : layTemplate(template, today, settings);
  const document = newId();
  for (const [ref, change] of [
    [newId(), { type: 'template.create', template }],
    [document, { type: 'layout.create', layout }],
  ] as const) {
    const created = await documents.issue({ team: id, document: ref }, change, creator);
    if (!created.ok) return created;
  }
  return done(document);
}

/** In bytes: people do not make a linked picture smaller before it is stored. */
const largestLinked = 2_000_000;
/** In milliseconds, with redirects and further attempts: pages that wait for a picture that hangs would pile up. */
const longestFetch = 20_000;
/** In milliseconds: each page would ask for a picture that is gone, so it is asked for again after this time. */
const failedFor = 10 * 60_000;

const field = 'base64';

const query = z.object({ address: z.string().check(z.maxLength(2_000)) });

/** An SVG that is opened by itself runs and loads nothing. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

export function serveLogos(app: FastifyInstance, serve: Serve, parts: Parts): void {
  const { documents, safeFetch, timeout, now } = parts;
  const { logos: store } = parts.store;
  async function show({ user: by, device }: Author, logo: StoredLogo): Promise<Outcome<{ logoUrl: string }>> {
    const { team, id } = logo;
    await store.put(logo);
    const logoUrl = logoAddress(team, id);
    const change = { type: 'team.logo', logoUrl } as const;
    const shown = await documents.issue({ team, document: team }, change, { by, device });
    if (shown.ok) {
      // Whoever showed another picture in the same moment may have removed this one before it was shown.
      await store.put(logo);
      await store.keepOnly(team, id, shown.value.version);
    }
    // The team and its pictures were deleted in the meantime.
    else if (shown.problem.code === 'document-missing') await store.remove(team, id);
    return shown.ok ? done({ logoUrl }) : shown;
  }

  const fetching = new Map<string, Promise<StoredLogo | null>>();
  /** By team: its last picture that could not be fetched, and until when it isn't asked for. */
  const failed = new Map<string, { readonly id: string; readonly until: number }>();

  async function fetchLinked(team: string, id: string, url: string): Promise<StoredLogo | null> {
    const limits = { signal: timeout(longestFetch), timeout: longestFetch / 2, largest: largestLinked };
    const answer = await safeFetch.fetch({ url, ...limits });
    if (!answer.ok || answer.value.status !== 200) return null;
    const bytes = Buffer.from(answer.value.bytes);
    const type = imageType(bytes) ?? (isSvg(bytes) ? 'image/svg+xml' : null);
    return type === null ? null : { team, id, type, bytes };
  }

  async function fetchAndKeep(team: string, id: string, address: string): Promise<StoredLogo | null> {
    const stored = await documents.find({ team, document: team });
    if (stored?.body.kind !== 'team' || stored.body.logoUrl !== address) return null;
    const logo = await fetchLinked(team, id, address);
    if (!logo) {
      failed.set(team, { id, until: now() + failedFor });
      return null;
    }
    await store.put(logo);
    await store.keepOnly(team, id, stored.version);
    // deleted in the meantime
    if (!(await documents.find({ team, document: team }))) await store.remove(team, id);
    return logo;
  }

  /** The picture at the address that the team has as its logo. Fetched once, then from the database. */
  async function findLinked(team: string, address: string): Promise<StoredLogo | null> {
    const id = hashOf(address);
    const key = `${team} ${id}`;
    const kept = await store.find(team, id);
    const last = failed.get(team);
    if (kept || (last?.id === id && last.until > now())) return kept;
    // a store's screens ask together
    const work = fetching.get(key) ?? fetchAndKeep(team, id, address).finally(() => fetching.delete(key));
    fetching.set(key, work);
    return work;
  }

  serve(uploadLogo, async ({ params: { team }, body: { base64 }, ...request }) => {
    const bytes = Buffer.from(base64, 'base64');
    if (bytes.length > largestLogo) {
      return refuse('image-too-large', { field, details: { max: Math.floor(largestLogo / 1_000) } });
    }
    // Buffer skips what is not base64.
    const type = bytes.toString('base64') === base64 ? imageType(bytes) : null;
    if (type === null) return refuse('image-unreadable', { field });
    return show(authorOf(request), { team, id: hashOf(bytes), type, bytes });
  });

  app.get(getLogo.path, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const authorized = await authorize(parts, getLogo, request, reply);
    if (!authorized.ok) return sendProblem(reply, authorized.problem);
    const { team = '', image = '' } = authorized.value.params ?? {};
    let logo: StoredLogo | null = null;
    if (image === linkedLogoPath) {
      const { data } = query.safeParse(request.query);
      logo = data ? await findLinked(team, data.address) : null;
    } else {
      logo = await store.find(team, image);
    }
    if (!logo) return sendProblem(reply, { code: 'not-found' });
    return reply
      .header('cache-control', 'private, max-age=31536000, immutable')
      .header('content-security-policy', policy)
      .type(logo.type)
      .send(Buffer.from(logo.bytes));
  });
}
