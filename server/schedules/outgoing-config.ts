import { StartProblem } from '../start-problem.ts';

/** Addresses of schedule providers, without a slash at the end. */
export interface OutgoingConfig {
  /** 'host:port' of servers that may be private and plain http. */
  readonly allowed: ReadonlySet<string>;
  /** The same of push services. */
  readonly pushServices: ReadonlySet<string>;
  readonly hotschedules: string;
  readonly sevenshifts: string;
  /** Null to use the address that each team enters. */
  readonly deputy: string | null;
}

/** Throws `StartProblem` with a sentence that names the variable. */
export const parseOutgoing = (given: (name: string) => string | null): OutgoingConfig => ({
  allowed: parseAllowed('OUTGOING_ALLOW', given('OUTGOING_ALLOW') ?? ''),
  pushServices: parseAllowed('PUSH_ALLOW', given('PUSH_ALLOW') ?? ''),
  hotschedules: parseBase('HOTSCHEDULES_URL', given('HOTSCHEDULES_URL') ?? 'https://app.hotschedules.com'),
  sevenshifts: parseBase('SEVENSHIFTS_URL', given('SEVENSHIFTS_URL') ?? 'https://api.7shifts.com'),
  deputy: given('DEPUTY_URL') && parseBase('DEPUTY_URL', given('DEPUTY_URL') ?? ''),
});

/** Normalized for comparison: '[0:0::7]:443' is '[::7]:443'. */
function parseAllowed(variable: string, text: string): ReadonlySet<string> {
  const allowed = new Set<string>();
  for (const name of text.split(/[\s,]+/).filter((each) => each !== '')) {
    const url = /^([\w.-]+|\[[\da-f:]+\]):\d{1,5}$/i.test(name) ? URL.parse(`https://${name}`) : null;
    if (!url) {
      throw new StartProblem(
        `${variable} names “${name}”, but must be hosts with their ports, such as schedule.store.lan:8080.`,
      );
    }
    allowed.add(`${url.hostname}:${url.port || 443}`);
  }
  return allowed;
}

function parseBase(name: string, text: string): string {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '') {
    return text.replace(/\/+$/, '');
  }
  throw new StartProblem(
    `${name} is “${text}”, but must be an address such as https://schedule.example.com.`,
  );
}
