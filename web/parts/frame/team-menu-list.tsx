import IconCalendarEvent from '@tabler/icons-react/dist/esm/icons/IconCalendarEvent.mjs';
import IconDeviceTv from '@tabler/icons-react/dist/esm/icons/IconDeviceTv.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs';
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import IconWand from '@tabler/icons-react/dist/esm/icons/IconWand.mjs';
import { words } from '../../../client/words/words.ts';
import { mayRunTheDay, roleName } from '../../../domain/team/user.ts';
import { useNavigateTo } from '../../ui/button/button.tsx';
import type { OpenMenu } from '../../ui/menu/menu.tsx';
import { MenuList } from '../../ui/menu/menu-list.tsx';
import { urls } from '../../urls.ts';
import { useClient, useMe, useRole, useTeamId } from '../page/client-context.tsx';
import { openPalette } from '../palette/palette-button.tsx';

const t = words('page');

const ofAnyTeam: readonly string[] = [
  urls.team,
  urls.account,
  urls.mine,
  urls.printWeek,
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
    note: roleName(t, role),
    isCurrent: id === chosen,
    onAction: () => chooseTeam(id),
  }));
  const planning = mayRunTheDay(role)
    ? [{ id: 'plan', label: t('plan-the-day'), icon: <IconWand />, href: urls.planner }]
    : [];
  const onKiosk = {
    items: [
      { id: 'layouts', label: t('view-layouts'), icon: <IconCalendarEvent />, href: urls.layouts },
      ...planning,
      { id: 'print', label: t('print'), icon: <IconPrinter />, href: urls.printDay },
      { id: 'find', label: t('find'), icon: <IconSearch />, onAction: openPalette },
    ],
  };
  if (me?.device) return <MenuList {...open} sections={[onKiosk]} />;
  const noTeams = [{ id: 'none', label: t('no-teams'), isDisabled: true }];
  return (
    <MenuList
      {...open}
      sections={[
        {
          items: [
            { id: 'layouts', label: t('view-layouts'), icon: <IconCalendarEvent />, href: urls.layouts },
            ...planning,
            ...(mayRunTheDay(role)
              ? [{ id: 'crew', label: t('crew'), icon: <IconUsers />, href: urls.crew }]
              : []),
            { id: 'team', label: t('manage-team'), icon: <IconSettings />, href: urls.team },
            { id: 'mine', label: t('my-day'), icon: <IconUser />, href: urls.mine },
            { id: 'print', label: t('print'), icon: <IconPrinter />, href: urls.printDay },
            { id: 'television', label: t('television'), icon: <IconDeviceTv />, href: urls.television },
            { id: 'find', label: t('find'), icon: <IconSearch />, onAction: openPalette },
          ],
        },
        { title: t('teams'), items: teams.length > 0 ? teams : noTeams },
        { items: [{ id: 'start', label: t('create-or-join-team'), icon: <IconPlus />, href: urls.start }] },
      ]}
    />
  );
}
