import { expect } from '@playwright/test';
import type { Crew } from '../../../domain/crew/crew.ts';
import { newPerson } from '../../../domain/crew/crew-index.ts';
import type { Rotation } from '../../../domain/plan/rotation.ts';
import { look, phone } from '../look.ts';
import { change, createLayout, lunch, openTeam, read, register, shiftOf, test } from '../restaurant.ts';

test('[MI1] [MI9] [MI11] [PU9] a crew member joins by the poster, says who they are, and sees their own day live', async ({
  page,
  browser,
  clock,
}) => {
  await clock.set('2026-11-21T11:05:00-06:00');
  const { team } = await openTeam(page, {});
  await read<Crew>(page.context(), team, 'crew');
  const person = newPerson('ana', 'Ana Sample');
  await change(page.context(), team, 'crew', { type: 'person.add', person });
  const ana = shiftOf('Ana Sample', { person: person.id });
  const ben = shiftOf('Ben Diaz');
  const rotation: Rotation = {
    ...lunch,
    subareas: lunch.subareas.map((subarea) => ({
      ...subarea,
      positions: subarea.positions.map((position, at) => ({
        ...position,
        seats: [at === 0 ? ana.id : ben.id],
      })),
    })),
  };
  const layout = await createLayout(page.context(), team, { shifts: [ana, ben], rotations: [rotation] });
  await page.goto('/team/poster');
  await page.getByRole('button', { name: 'Make Poster' }).click();
  const poster = page.getByRole('region', { name: 'Poster' });
  await expect(poster.getByRole('img', { name: 'QR code of the link to join Maple & 4th' })).toBeVisible();
  const link = new URL((await poster.locator('.poster__link').textContent()) ?? '').pathname;

  const context = await browser.newContext({ viewport: phone });
  const crew = await context.newPage();
  await crew.goto(link);
  await expect(crew.getByText('Sign in or register to join Maple & 4th.')).toBeVisible();
  await register(context, 'Ana');
  await crew.goto(link);
  await crew.getByRole('button', { name: 'Join' }).click();
  await expect(crew.getByText('Are you Ana Sample on the schedule?')).toBeVisible();
  await crew.getByRole('button', { name: 'Yes, that’s me' }).click();
  await expect(crew).toHaveURL('/mine');
  const now = crew.getByRole('region', { name: 'Now' });
  await expect(now).toContainText('Register 1');
  await expect(now).toContainText('Lunch · Front Counter · until 2:00 PM');
  await expect(now).toContainText('Ben D. Register 2');
  await expect(crew.getByRole('region', { name: 'My Break' })).toContainText('Due at 2:00 PM');

  await page.goto(`/?team=${team}&layout=${layout}`);
  await page.getByRole('button', { name: /^Ana Sample, break 1: not taken/ }).click();
  await expect(crew.getByRole('region', { name: 'My Break' })).toContainText('Until 11:35 AM');
  await expect(crew.getByRole('heading', { name: 'Break Reminders' })).toBeVisible();
  await look(crew, 'one’s own day');
  await clock.advance({ minutes: 31 });
  await expect(crew.getByText('Your break is over. It was until 11:35 AM.')).toBeVisible();

  await crew.setViewportSize(phone);
  await crew.goto('/');
  await expect(crew, 'it opens on their own day once').not.toHaveURL('/');
  await expect(now).toBeVisible();
  await crew.getByRole('link', { name: 'Everyone' }).click();
  await expect(crew.getByRole('link', { name: 'Mine' })).toBeVisible();
  await expect(crew.getByRole('button', { name: /break 1/ })).toHaveCount(0);
});
