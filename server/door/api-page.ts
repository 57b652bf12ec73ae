import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { type Endpoint, refusal } from '../../contract/endpoint.ts';
import { problemWordings } from '../words.ts';
import { statusOf } from './endpoint.ts';
import { callersOf, descriptionOf, endpoints, refusalsOf, schemaOf } from './openapi.ts';

type Schema = NonNullable<Endpoint['body']>;

/** What the beginning of an endpoint's path belong to, in the order people need it. */
const groups: readonly (readonly [title: string, prefix: RegExp])[] = [
  ['Signing in', /^\/api\/(me|auth)\b/],
  ['Your account', /^\/api\/account\b/],
  ['Layouts, templates, and changes', /^\/api\/teams\/:team\/(documents|history|layouts|templates)\b/],
  ['Teams, members, and schedules', /^\/api\//],
  ['Monitoring', /./],
];

export function serveApiPage(app: FastifyInstance): void {
  let page: string | undefined;
  const styles = ['../../web/styles/tokens.css', './api-page.css']
    .map((path) => readFileSync(new URL(path, import.meta.url), 'utf8'))
    .join('\n');
  for (const path of ['/api', '/api/']) {
    app.get(path, (_, reply) => {
      page ??= apiPage();
      return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page);
    });
  }
  app.get('/api/page.css', (_, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(styles),
  );
}

function apiPage(): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Lineup API</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/api/page.css">
</head>
<body>
<header><a href="/">Lineup</a></header>
<main>
<h1>API</h1>
<p>Your apps can do everything that Lineup’s own pages do. The same description in OpenAPI format is at <a href="/api/openapi.json">/api/openapi.json</a>.</p>
<nav aria-label="Groups"><ul>
${[
  ['Signing in from an app', 'scripts'],
  ...groups.map(([title]) => [title, idOf(title)] as const),
  ['Errors', 'errors'],
]
  .map(([title = '', id]) => `<li><a href="#${id}">${escapeHtml(title)}</a></li>`)
  .join('\n')}
</ul></nav>
${howToSignIn}
${groups.map(([title], index) => groupSection(title, index)).join('\n')}
${refusalSection()}
</main>
</body>
</html>
`;
}

const howToSignIn = `<section aria-labelledby="scripts">
<h2 id="scripts">Signing in from an app</h2>
<p>Create a token at <a href="/account">/account</a>, under API Tokens. You see it only once. Send it with each request:</p>
<pre><code>curl -H "Authorization: Bearer TOKEN" ADDRESS/api/me</code></pre>
<p>A read-only token can’t change anything. A token for one team can’t reach the others.</p>
<p>A browser signs in with a cookie: <code>POST /api/auth/sign-in</code> sets it, and the browser sends it with each request. Requests that change something must come from Lineup’s own address.</p>
</section>`;

const groupOf = (endpoint: Endpoint): number => groups.findIndex(([, prefix]) => prefix.test(endpoint.path));

function groupSection(title: string, index: number): string {
  const inside = endpoints
    .filter((endpoint) => groupOf(endpoint) === index)
    .sort((one, other) => (one.path < other.path ? -1 : 1));
  return `<section aria-labelledby="${idOf(title)}">
<h2 id="${idOf(title)}">${escapeHtml(title)}</h2>
${inside.map(endpointDetails).join('\n')}
</section>`;
}

const responseShape = ({ contentType, response }: Endpoint): string =>
  contentType ? `<p>A file of type ${contentType}.</p>` : shape(response);

function endpointDetails(endpoint: Endpoint): string {
  const { method, summary, query, body } = endpoint;
  const description = descriptionOf(endpoint);
  const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
  return `<details>
<summary><span class="method">${method}</span> <code>${escapeHtml(path)}</code> <span class="summary">${escapeHtml(summary)}</span></summary>
${description ? `<p>${escapeHtml(description)}</p>` : ''}
<p>Who can call it: ${callersOf(endpoint)}</p>
${parameterTable(endpoint.path, query)}
${body ? `<h3>Request</h3>${shape(body)}` : ''}
<h3>Response</h3>${responseShape(endpoint)}
${refusalTable(endpoint)}
</details>`;
}

function parameterTable(path: string, query: Schema | undefined): string {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, 'path', 'string'] as const);
  const properties = query ? Object.entries(schemaOf(query).properties ?? {}) : [];
  const inQuery = properties.map(
    ([name, schema]) => [name, 'query', schemaText(schema as ReturnType<typeof schemaOf>)] as const,
  );
  return table('Parameters', ['Name', 'In', 'Type'], [...inPath, ...inQuery]);
}

const refusalTable = (endpoint: Endpoint): string =>
  table(
    'Errors',
    ['Status', 'Code', 'Message'],
    refusalsOf(endpoint)
      .map((code) => [String(statusOf(code)), code, problemWordings[code]] as const)
      .sort(([one], [other]) => Number(one) - Number(other)),
  );

const refusalSection = (): string => `<section aria-labelledby="errors">
<h2 id="errors">Errors</h2>
<p>Every error has this response: the code, the field it is about (if any), the values in the message, and the message as people read it.</p>
${shape(refusal)}
</section>`;

function table(title: string, heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const line = (cells: readonly string[]) =>
    `<tr>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`;
  return `<h3>${title}</h3><table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>${rows.map(line).join('\n')}</tbody></table>`;
}

const shape = (described: Schema): string =>
  `<pre><code>${escapeHtml(schemaText(schemaOf(described)))}</code></pre>`;

const idOf = (title: string): string => title.toLowerCase().replace(/[^a-z]+/g, '-');

const escapeHtml = (text: string): string =>
  text.replace(
    /[&<>"]/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign,
  );

type DescribedSchema = ReturnType<typeof schemaOf>;

/** A JSON schema as people write such shapes: `{ name: string; areas: string[] }`, with limits behind a `//`. */
function schemaText(schema: DescribedSchema, indent = ''): string {
  const inner = (part: unknown, deeper = indent) => schemaText(part as DescribedSchema, deeper);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return options.map((option) => inner(option)).join(' | ');
  if (schema.type === 'array') {
    const item = inner(schema.items ?? {});
    return /[|/]/.test(item) ? `(${item})[]` : `${item}[]`;
  }
  if (schema.type === 'object') return objectText(schema, indent);
  return String(schema.type ?? 'any');
}

function objectText(schema: DescribedSchema, indent: string): string {
  const deeper = `${indent}  `;
  const fields = Object.entries((schema.properties ?? {}) as Record<string, DescribedSchema>).map(
    ([name, part]) => {
      const mark = schema.required?.includes(name) ? '' : '?';
      return `${deeper}${name}${mark}: ${schemaText(part, deeper)}${limitText(part)}\n`;
    },
  );
  const others = schema.additionalProperties;
  if (typeof others === 'object' && Object.keys(others).length > 0)
    fields.push(`${deeper}[any name]: ${schemaText(others as DescribedSchema, deeper)}\n`);
  return fields.length === 0 ? '{}' : `{\n${fields.join('')}${indent}}`;
}

function limitText(schema: DescribedSchema): string {
  const limits = [
    schema.maxLength !== undefined && `at most ${schema.maxLength} characters`,
    schema.maxItems !== undefined && `at most ${schema.maxItems}`,
    schema.pattern !== undefined && `as ${schema.pattern}`,
  ].filter(Boolean);
  return limits.length === 0 ? '' : `  // ${limits.join(', ')}`;
}
