import IconCalendarEvent from '@tabler/icons-react/dist/esm/icons/IconCalendarEvent.mjs';
import IconDeviceTv from '@tabler/icons-react/dist/esm/icons/IconDeviceTv.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs';
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import { mayRunTheDay, roleNames } from '../../../domain/team/user.ts';
import { useNavigateTo } from '../../ui/button/button.tsx';
import type { OpenMenu } from '../../ui/menu/menu.tsx';
import { MenuList } from '../../ui/menu/menu-list.tsx';
import { urls } from '../../urls.ts';
import { useClient, useMe, useRole, useTeamId } from '../page/client-context.tsx';
import { openPalette } from '../palette/palette-button.tsx';

const ofAnyTeam: readonly string[] = [
  urls.team,
  urls.account,
  urls.mine,
  urls.layouts,
  urls.newLayout,
  urls.templates,
  urls.newTemplate,
];

/** Where switching teams leads: to the same page, if every team has it. */
export function pathAfterTeamSwitch(path: string): string {
  if (ofAnyTeam.includes(path)) return path;
  return path.startsWith(`${urls.templates}/`) ? urls.templates : urls.layouts;
}

export function TeamMenuList(open: OpenMenu) {
  const client = useClient();
  const me = useMe();
  const chosen = useTeamId();
  const role = useRole();
  const go = useNavigateTo();

  const memberships = me?.teams ?? [];

  function chooseTeam(team: string) {
    if (team === chosen) return;
    client.choices.chooseTeam(team);
    const here = window.location.pathname;
    const there = pathAfterTeamSwitch(here);
    if (there !== here) go(there);
  }

  const teams = memberships.map(({ id, name, role }) => ({
    id,
    label: name,
    note: roleNames[role],
    isCurrent: id === chosen,
    onAction: () => chooseTeam(id),
  }));
  const noTeams = [{ id: 'none', label: 'No teams available', isDisabled: true }];
  return (
    <MenuList
      {...open}
      sections={[
        {
          items: [
            { id: 'layouts', label: 'View Layouts', icon: <IconCalendarEvent />, href: urls.layouts },
            ...(mayRunTheDay(role)
              ? [{ id: 'crew', label: 'Crew', icon: <IconUsers />, href: urls.crew }]
              : []),
            { id: 'team', label: 'Manage Team', icon: <IconSettings />, href: urls.team },
            { id: 'mine', label: 'My Day', icon: <IconUser />, href: urls.mine },
            { id: 'television', label: 'Television', icon: <IconDeviceTv />, href: urls.television },
            { id: 'find', label: 'Find', icon: <IconSearch />, onAction: openPalette },
          ],
        },
        { title: 'Teams', items: teams.length > 0 ? teams : noTeams },
        { items: [{ id: 'start', label: 'Create or Join a Team', icon: <IconPlus />, href: urls.start }] },
      ]}
    />
  );
}
