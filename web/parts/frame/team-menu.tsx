import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import { lazy } from 'react';
import { MenuOpener } from '../../ui/menu/menu.tsx';

const load = () => import('./team-menu-list.tsx');
const TeamMenuList = lazy(async () => ({ default: (await load()).TeamMenuList }));

/** The button of the team's menu. */
export function TeamMenu() {
  return (
    <MenuOpener label="Team menu" size="big" load={load} menu={(open) => <TeamMenuList {...open} />}>
      <IconUsers aria-hidden="true" />
      <IconChevronDown aria-hidden="true" className="header__chevron" />
    </MenuOpener>
  );
}
