import { crewDocument } from '../../../domain/crew/crew-document.ts';
import type { Template } from '../../../domain/team/template.ts';
import {
  change,
  createLayout,
  createTeam,
  createTemplate,
  expect,
  lunch,
  type Page,
  read,
  register,
  remember,
  shiftOf,
  test,
} from '../../../test/page/restaurant.ts';

test('[HC20] positions get a priority and relieve breaks where they are added and renamed', async ({
  page,
}) => {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const template = await createTemplate(page.context(), team, { rotations: [lunch] });
  remember(page, { team });
  const address = `/templates/${template}/rotations`;
  const positions = async () =>
    (await read<Template>(page.context(), team, template)).rotations[0]?.subareas[0]?.positions.map(
      ({ name, priority, breaker }) => [name, priority, breaker],
    );

  await page.goto(`${address}/0/0/0`);
  await expect(field(page, 'Priority')).toHaveValue('none');
  await field(page, 'Priority').selectOption('must');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Priority: Must')).toBeVisible();

  await page.getByRole('link', { name: 'Add Position to Front Counter' }).click();
  await field(page, 'Position Name').fill('Breaker 1-2');
  await field(page, 'Priority').selectOption('nice');
  await page.getByLabel('Breaker: relieves whoever goes on break').check();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(field(page, 'Priority')).toHaveValue('none');
  await expect.poll(positions).toEqual([
    ['Register 1', 'must', undefined],
    ['Register 2', undefined, undefined],
    ['Breaker 1', 'nice', true],
    ['Breaker 2', 'nice', true],
  ]);

  await page.goto(`${address}/0/0/2`);
  await field(page, 'Priority').selectOption('none');
  await page.getByLabel('Breaker: relieves whoever goes on break').uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => (await positions())?.[2]).toEqual(['Breaker 1', undefined, undefined]);
});

test('[HC20] a position has the station of its name, or one that is chosen', async ({ page }) => {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const template = await createTemplate(page.context(), team, { rotations: [lunch] });
  remember(page, { team });
  // a crew comes with the first people
  await createLayout(page.context(), team, { shifts: [shiftOf('Ana Diaz')] });
  const station = { id: 'Kitchen/Grill', name: 'Grill', subarea: 'Kitchen', equipment: [], classes: [] };
  await change(page.context(), team, crewDocument, { type: 'station.put', station });
  const chosen = async () =>
    (await read<Template>(page.context(), team, template)).rotations[0]?.subareas[0]?.positions[0]?.station;
  for (const [option, saved] of [
    ['Grill', 'Kitchen/Grill'],
    ['From the position’s name', undefined],
  ] as const) {
    await page.goto(`/templates/${template}/rotations/0/0/0`);
    await field(page, 'Station').selectOption(option);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(chosen).toBe(saved);
  }
});

test('[HC20] a station that the crew no longer has is said to be gone, last among those of its subarea', async ({
  page,
}) => {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const [counter] = lunch.subareas;
  const positions = (counter?.positions ?? []).map((each) => ({ ...each, station: 'Kitchen/Grill' }));
  const template = await createTemplate(page.context(), team, {
    rotations: [{ ...lunch, subareas: counter ? [{ ...counter, positions }] : [] }],
  });
  remember(page, { team });
  await createLayout(page.context(), team, { shifts: [shiftOf('Ana Diaz')] });
  const address = `/templates/${template}/rotations/0/0`;
  await page.goto(`${address}/0`);
  await expect(field(page, 'Station'), 'also as the only one').toHaveText(/Grill \(no longer a station\)$/);
  const station = { id: 'Kitchen/Fryer', name: 'Fryer', subarea: 'Kitchen', equipment: [], classes: [] };
  await change(page.context(), team, crewDocument, { type: 'station.put', station });
  await page.goto(`${address}/1`);
  await expect(field(page, 'Station')).toHaveText('From the position’s nameFryerGrill (no longer a station)');
  await expect(field(page, 'Station')).toHaveValue('Kitchen/Grill');
  await field(page, 'Station').selectOption('Fryer');
  await expect(field(page, 'Station'), 'then it can’t be chosen again').toHaveText(
    'From the position’s nameFryer',
  );
});

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
