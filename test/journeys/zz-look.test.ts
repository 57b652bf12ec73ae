import type { Page } from '@playwright/test';
import { change, colleague, createLayout, lunch, openTeam, remember, shiftOf, test } from './restaurant.ts';

test.use({ hasTouch: true });
const first = [
  'Ana',
  'Ben',
  'Chloe',
  'Dev',
  'Eva',
  'Finn',
  'Gus',
  'Hana',
  'Ivan',
  'Jade',
  'Kofi',
  'Lena',
  'Maria',
  'Maria',
  'Maria',
  'Noah',
  'Olga',
  'Pia',
  'Quinn',
  'Rosa',
  'Sam',
  'Tara',
  'Uma',
  'Victor',
];
const last = [
  'Lopez',
  'Okafor',
  'Davis',
  'Patel',
  'Novak',
  'Moore',
  'Garcia',
  'Gomez',
  'Kim',
  'Weatherstone',
];
export async function bigDay(page: Page, count: number, rotationsCount: number) {
  const { team } = await openTeam(page, {});
  const shifts = Array.from({ length: count }, (_, i) =>
    shiftOf(`${first[i % first.length]} ${last[(i * 7) % last.length]}${i > 70 ? i : ''}`, {
      ...(i % 5 === 1 && { startTime: '11:30 AM', endTime: '6:00 PM' }),
      ...(i % 5 === 2 && { startTime: '6:00 AM', endTime: '1:30 PM' }),
      schedule: ['Grill', 'Register', 'Drive-Thru', 'Prep'][i % 4] ?? '',
      breaks: [null],
      ...(i === 8 && {
        late: { expected: '11:45 AM', at: Date.parse('2026-11-21T10:12:00-06:00'), by: null },
      }),
    }),
  );
  const areas: [string, string[]][] = [
    ['Front Counter', ['Register 1', 'Register 2', 'Bagger', 'Dining room']],
    ['Drive-Thru', ['Order taker', 'Cashier', 'Presenter', 'Expediter', 'Runner']],
    ['Kitchen', ['Grill 1', 'Grill 2', 'Fries', 'Breading', 'Assembly', 'Prep']],
    ['Support', ['Truck', 'Dishes']],
  ];
  const scale = count > 60 ? 3 : 1;
  const make = (r: number) => {
    let next = 0;
    return areas.map(([name, positions], a) => ({
      id: `a${a}r${r}`,
      name,
      positions: Array.from({ length: scale }, (_, k) =>
        positions.map((p, i) => ({
          id: `p${r}-${a}-${k}-${i}`,
          name: k ? `${p} ${k + 1}` : p,
          seats:
            a === 2 && i === 2
              ? []
              : a === 0 && i === 2
                ? [shifts[next++]!.id, shifts[next++]!.id]
                : [shifts[next++]!.id],
        })),
      ).flat(),
    }));
  };
  const windows: [string, string, string][] = [
    ['Breakfast', '6:00 AM', '10:30 AM'],
    ['Lunch', '10:30 AM', '2:00 PM'],
    ['Dinner', '2:00 PM', '6:00 PM'],
  ];
  const rotations = Array.from({ length: rotationsCount }, (_, r) => {
    const [name, startTime, endTime] = windows[r % 3]!;
    return {
      ...lunch,
      id: `r${r}`,
      name: r < 3 ? name : `${name} ${r}`,
      startTime,
      endTime,
      subareas:
        r % 3 === 1
          ? make(r)
          : make(r).map((s) => ({ ...s, positions: s.positions.map((p) => ({ ...p, seats: [] })) })),
    };
  });
  const layout = await createLayout(page.context(), team, { shifts, rotations });
  await remember(page, { team, layout });
  return { team, layout, shifts };
}
const sizes = { phone: [390, 844], tablet: [1024, 768], tv: [1920, 1080] } as const;
const out = '/tmp/floor-shots';

test('look', async ({ page }) => {
  test.setTimeout(240_000);
  const { team, layout, shifts } = await bigDay(page, 24, 3);
  await change(page.context(), team, layout, {
    type: 'shift.out',
    shift: shifts[17]!.id,
    reason: 'sick',
    from: '10:12 AM',
    at: Date.parse('2026-11-21T10:12:00-06:00'),
    by: null,
  });
  await change(page.context(), team, layout, { type: 'break.press', shift: shifts[5]!.id, slot: 0, wants: 'start', at: Date.parse('2026-11-21T10:50:00-06:00'), by: null });
  const viewer = await colleague(page, team, 'viewer');
  await remember(viewer, { team, layout });
  for (const scheme of ['light', 'dark'] as const) {
    for (const [name, [width, height]] of Object.entries(sizes)) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await page.goto('/');
      await page.locator('.positions__row').first().waitFor();
      await page.waitForTimeout(600);
      await page.screenshot({ path: `${out}/${name}-${scheme}.png` });
      if (name !== 'tv') {
        await page.locator('[data-shift]').first().click();
        await page.locator('.sheet').waitFor();
        await page.waitForTimeout(300);
        await page.screenshot({ path: `${out}/${name}-${scheme}-person.png` });
        await page.keyboard.press('Escape');
        await page.locator('[data-position$="2-0-2"]').click();
        await page.waitForTimeout(300);
        await page.screenshot({ path: `${out}/${name}-${scheme}-position.png` });
        await page.keyboard.press('Escape');
        await page.locator('[data-walk-in]').click();
        await page.keyboard.type('Mar');
        await page.waitForTimeout(300);
        await page.screenshot({ path: `${out}/${name}-${scheme}-walkin.png` });
        await page.keyboard.press('Escape');
        await page.keyboard.press('Escape');
      }
      if (scheme === 'light') {
        await viewer.setViewportSize({ width, height });
        await viewer.goto('/');
        await viewer.locator('.positions__row').first().waitFor();
        await viewer.waitForTimeout(500);
        await viewer.screenshot({ path: `${out}/${name}-viewer.png` });
      }
    }
  }
});

test('perf', async ({ page }) => {
  test.setTimeout(170_000); page.setDefaultTimeout(6000);
  await page.setViewportSize({ width: 1024, height: 768 });
  await bigDay(page, 120, 24);
  await page.addInitScript(() => {
    (window as any).seen = [];
    new PerformanceObserver((list) => {
      for (const e of list.getEntries() as any[]) if (e.interactionId) (window as any).seen.push({ name: e.name, start: e.startTime, end: e.startTime + e.duration, id: e.interactionId, handler: e.processingEnd - e.processingStart });
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as any);
  });
  const sheet = page.waitForResponse('**/action-sheet-*.js');
  const drag = page.waitForResponse('**/dragging-*.js');
  await page.goto('/');
  await page.locator('.positions__row').first().waitFor();
  await sheet; await drag;
  await page.waitForTimeout(1500);
  const cdp = await page.context().newCDPSession(page);
  if (process.env.RATE) await cdp.send('Emulation.setCPUThrottlingRate', { rate: Number(process.env.RATE) });
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const metrics = async () => Object.fromEntries((await cdp.send('Performance.getMetrics')).metrics.map((m: any) => [m.name, m.value])) as Record<string, number>;
  const results: Record<string, number[]> = {};
  async function tap(what: string, selector: string, nth = 0) {
    const el = page.locator(selector).nth(nth);
    await el.scrollIntoViewIfNeeded();
    const box = await el.boundingBox();
    if (!box) throw new Error(what);
    await page.waitForTimeout(750);
    await page.evaluate(() => { (window as any).seen.length = 0; });
    const before = await metrics();
    await page.touchscreen.tap(box.x + box.width / 2, box.y + Math.min(box.height / 2, 20));
    await page.evaluate(() => new Promise<void>((r) => { let n = 0; const o = new ResizeObserver(() => { o.disconnect(); if (++n < 3) { o.observe(document.documentElement); } else r(); }); o.observe(document.documentElement); }));
    const after = await metrics();
    await page.waitForTimeout(700);
    const ms = await page.evaluate(() => {
      const all = (window as any).seen as any[];
      if (!all.length) return 0;
      return Math.round(Math.max(...all.map((e) => e.end)) - Math.min(...all.map((e) => e.start)));
    });
    const d = (n: string) => Math.round(((after[n] ?? 0) - (before[n] ?? 0)) * 1000);
    (results[what] ??= []).push(ms);
    console.log(what.padEnd(20), ms, 'task', d('TaskDuration'), 'script', d('ScriptDuration'), 'style', d('RecalcStyleDuration'), 'layout', d('LayoutDuration'));
  }
  const btn = (name: string) => `.sheet button:has-text("${name}")`;
  const rounds = Number(process.env.ROUNDS ?? 1);
  try { for (let i = 0; i < rounds; i++) {
    const chip = `.subarea-cards [data-shift]`;
    await tap('pick up person', chip, i);
    await tap('put down (x)', '.sheet [aria-label="Cancel"]');
    await tap('pick up person', chip, i);
    await tap('swap', chip, i + 12);
    await tap('pick up person', chip, i + 2);
    await tap('move', '.positions__row--open [data-position]', i);
    await tap('pick up person', '.subarea-cards [data-shift][aria-pressed]', i + 4);
    await tap('out sick', btn('Out Sick'));
    await tap('pick up person', chip, i + 5);
    await tap('take off', btn('Take Off'));
    await tap('pick up person', chip, i + 6);
    await tap('start break', btn('Start Break'));
    await tap('pick up person', chip, i + 8);
    await page.waitForTimeout(200); if (await page.locator(btn('Late')).count()) { await tap('late: ask', btn('Late')); await tap('late: unknown', btn('Unknown')); } else await tap('here now', btn('Here Now'));
    await tap('pick up position', '.positions__row--open [data-position]', i);
    await tap('seat candidate', '.candidate');
    await tap('walk-in', '[data-walk-in]');
    await page.keyboard.type(`Zoe ${i}`);
    await tap('walk-in choose', '.candidate');
    await tap('walk-in place', '.positions__row--open [data-position]', i);
    await tap('other rotation', '.pill', 2 + i);
    await tap('back to rotation', '.pill', 1);
    await page.waitForTimeout(500);
  } } catch (e) { console.log(String(e).slice(0, 300)); }
  for (const [what, all] of Object.entries(results)) {
    const sorted = [...all].sort((a, b) => a - b);
    console.log(`${what.padEnd(20)} median ${sorted[Math.floor(sorted.length / 2)]} worst ${sorted.at(-1)}   ${all.join(' ')}`);
  }
});

test('profile', async ({ page }) => {
  test.setTimeout(100_000);
  await page.setViewportSize({ width: 1024, height: 768 });
  await bigDay(page, 120, 24);
  const drag = page.waitForResponse('**/dragging-*.js');
  await page.goto('/');
  await drag;
  await page.waitForTimeout(1500);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Profiler.enable');
  await cdp.send('Profiler.setSamplingInterval', { interval: 100 });
  const fs = await import('node:fs');
  async function tap(what: string, selector: string, nth = 0) {
    await page.locator(selector).nth(nth).scrollIntoViewIfNeeded();
    await page.waitForTimeout(800);
    const box = (await page.locator(selector).nth(nth).boundingBox())!;
    await cdp.send('Profiler.start');
    await cdp.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: ['devtools.timeline', 'blink.user_timing'] } } as any);
    const events: any[] = [];
    cdp.on('Tracing.dataCollected', (d: any) => events.push(...d.value));
    await page.touchscreen.tap(box.x + box.width / 2, box.y + 20);
    await page.waitForTimeout(400);
    const { profile } = await cdp.send('Profiler.stop');
    const done = new Promise((r) => cdp.once('Tracing.tracingComplete' as any, r));
    await cdp.send('Tracing.end'); await done;
    fs.writeFileSync(`/tmp/prof-${what}.json`, JSON.stringify({ profile, events }));
    cdp.removeAllListeners('Tracing.dataCollected');
  }
  const chip = `.subarea-cards [data-shift]`;
  for (let i = 0; i < 2; i++) {
    await tap(`pick${i}`, chip, 2);
    await tap(`swap${i}`, chip, 15);
    await tap(`pos${i}`, '.positions__row--open [data-position]', 1);
    await tap(`seat${i}`, '.candidate', 0);
    await tap(`rot${i}`, '.pill', i ? 1 : 4);
  }
});

test('size', async ({ page }) => {
  await bigDay(page, 120, 24);
  await page.addInitScript(() => { const { fetch } = window; window.fetch = (a: any, o: any) => a === '/favicon.svg' ? new Promise(() => {}) : fetch(a, o); });
  const wanted: string[] = [];
  page.on('response', (r) => { if (r.url().endsWith('.js')) wanted.push(r.url()); });
  await page.goto('/');
  await page.locator('.positions__row').first().waitFor();
  await page.waitForTimeout(2500);
  let sum = 0; const rows: string[] = [];
  for (const url of wanted) { const a = await page.context().request.get(url, { headers: { 'accept-encoding': 'gzip' } }); const n = Number(a.headers()['content-length']); sum += n; rows.push(`${(n / 1000).toFixed(1)} ${url.split('/').pop()}`); }
  console.log('SIZE', (sum / 1000).toFixed(1), rows.sort((a, b) => Number.parseFloat(b) - Number.parseFloat(a)).slice(0, 14).join(' | '));
  for (const [name, w, h] of [['phone', 390, 844], ['tablet', 1024, 768], ['tv', 1920, 1080]] as const) {
    for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width: w, height: h });
    await page.waitForTimeout(700);
    await page.screenshot({ path: `/tmp/floor-shots/big-${name}-${colorScheme}.png` });
    }
  }
});
