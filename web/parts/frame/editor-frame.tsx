import type { ReactNode } from 'react';
import { Tabs } from '../../ui/menu/tabs.tsx';
import { urls } from '../../urls.ts';
import { HeaderUndo } from '../undo/header-undo.tsx';
import { DayHeading, ToDay } from './frame.tsx';
import { Header } from './header.tsx';

/** Wraps the pages of the editor. */
export function EditorFrame({ path, children }: { path: string; children: ReactNode }) {
  return (
    <>
      <Header
        title={<DayHeading />}
        action={
          <>
            {path !== urls.rotations && <HeaderUndo />}
            <ToDay />
          </>
        }
      >
        <Tabs
          label="Editor"
          items={[
            { label: 'Overview', href: urls.overview, isCurrent: path === urls.overview },
            { label: 'Shifts', href: urls.shifts, isCurrent: path.startsWith(urls.shifts) },
            {
              label: 'Rotations',
              href: urls.rotations,
              isCurrent: path === urls.rotations || path.startsWith(urls.dayPlan.list),
            },
            { label: 'History', href: urls.layoutHistory, isCurrent: path === urls.layoutHistory },
            { label: 'Return', href: urls.day },
          ]}
        />
      </Header>
      {children}
    </>
  );
}
