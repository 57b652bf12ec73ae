import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const wallPath = '/tv';

const mender = { file: 'old-browser.js', tag: '<script async src="/old-browser.js"></script>' };

/**
 * The page of a television, with the script in it that loads an empty page again. Nobody stands by a wall: where the server dies
 * between the page and its scripts, a script that comes by itself would be missing as well.
 */
export function wallPage(root: string): { readonly html: string; readonly policyOf: PolicyOf } | null {
  const [page, script] = ['index.html', mender.file].map((file) => join(root, file));
  if (!page || !script || !existsSync(page) || !existsSync(script)) return null;
  const [html, code] = [readFileSync(page, 'utf8'), readFileSync(script, 'utf8')];
  if (!html.includes(mender.tag) || code.includes('</script')) return null;
  const hash = createHash('sha256').update(code).digest('base64');
  return {
    html: html.replace(mender.tag, () => `<script>${code}</script>`),
    policyOf: (policy) => policy.replace("script-src 'self'", `script-src 'self' 'sha256-${hash}'`),
  };
}

/** The policy of all pages, with this one script besides. */
type PolicyOf = (policy: string) => string;
