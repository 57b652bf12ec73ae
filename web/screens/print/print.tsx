import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs';
import type { ReactNode } from 'react';
import { showDate } from '../../../client/words/formats.ts';
import { words } from '../../../client/words/words.ts';
import type { Layout } from '../../../domain/day/layout.ts';
import { byId } from '../../../domain/list/list.ts';
import type { Rotation } from '../../../domain/plan/rotation.ts';
import { mayRunTheDay } from '../../../domain/team/user.ts';
import { NoRotations } from '../../parts/board/no-rotations.tsx';
import { RotationPills } from '../../parts/board/rotation-pills.tsx';
import { BoardNames, useRotationNow } from '../../parts/board/use-board.tsx';
import { useSearch } from '../../parts/page/address-search.ts';
import { useMembership, useReadyLayout, useRole } from '../../parts/page/client-context.tsx';
import { DaySheet } from '../../parts/paper/day-sheet.tsx';
import { PaperAlone } from '../../parts/paper/paper.tsx';
import { Button, ButtonLink, useNavigateTo } from '../../ui/button/button.tsx';
import { Tabs } from '../../ui/menu/tabs.tsx';
import { urls } from '../../urls.ts';
import { HandoverSheet } from './handover-sheet.tsx';
import { RotationSheet } from './rotation-sheet.tsx';
import './print.css';

const t = words('paper');

export function PrintDay() {
  const layout = useReadyLayout();
  return (
    <PrintOfDay layout={layout} path={urls.printDay}>
      <DaySheet layout={layout} team={useTeamName()} />
    </PrintOfDay>
  );
}

/** In an address, where every rotation of the day is printed. */
const allRotations = 'all';

export function PrintRotation() {
  const layout = useReadyLayout();
  const go = useNavigateTo();
  const asked = useSearch().rotation;
  const { suggested, now } = useRotationNow(layout);
  const isAll = asked === allRotations;
  const rotation = byId(layout.rotations, asked ?? '') ?? suggested;
  const team = useTeamName();
  if (!rotation) {
    return (
      <PrintOfDay layout={layout} path={urls.printRotation} isEmpty>
        <NoRotations />
      </PrintOfDay>
    );
  }
  const pills = (
    <RotationPills
      rotations={layout.rotations}
      current={isAll ? undefined : rotation.id}
      now={now}
      onChoose={(id) => go(urls.rotationToPrint(id), { replace: true })}
      showsTimes
    >
      <ButtonLink
        size="big"
        href={urls.rotationToPrint(allRotations)}
        aria-current={isAll ? 'true' : undefined}
        variant={isAll ? 'primary' : 'secondary'}
      >
        {t('all')}
      </ButtonLink>
    </RotationPills>
  );
  return (
    <PrintOfDay
      layout={layout}
      path={urls.printRotation}
      rotation={isAll ? undefined : rotation}
      choice={pills}
    >
      {(isAll ? layout.rotations : [rotation]).map((each) => (
        <RotationSheet key={each.id} layout={layout} rotation={each} team={team} />
      ))}
    </PrintOfDay>
  );
}

export function PrintHandover() {
  const layout = useReadyLayout();
  return (
    <PrintOfDay layout={layout} path={urls.printHandover}>
      <HandoverSheet layout={layout} team={useTeamName()} />
    </PrintOfDay>
  );
}

const useTeamName = (): string => useMembership()?.name ?? '';

type PrintOfDayProps = {
  layout: Layout;
  path: string;
  rotation?: Rotation;
  /** What is chosen of the sheet. */
  choice?: ReactNode;
  isEmpty?: boolean;
  children: ReactNode;
};

function PrintOfDay({ layout, path, rotation, choice, isEmpty, children }: PrintOfDayProps) {
  const isLead = mayRunTheDay(useRole());
  const sheets = [
    { label: t('day'), href: urls.printDay },
    { label: t('rotation'), href: urls.printRotation },
    ...(isLead ? [{ label: t('handover'), href: urls.printHandover }] : []),
  ].map((each) => ({ ...each, isCurrent: each.href === path }));
  const name = rotation?.name ?? sheets.find(({ isCurrent }) => isCurrent)?.label ?? '';
  return (
    <BoardNames shifts={layout.shifts}>
      <Preview
        title={`${name} ${showDate(layout.date)}`}
        bar={<Tabs label={t('sheets')} items={sheets} />}
        choice={choice}
        isEmpty={isEmpty}
      >
        {children}
      </Preview>
    </BoardNames>
  );
}

type PreviewProps = {
  /** What the browser calls a file of it. */
  title: string;
  bar: ReactNode;
  choice?: ReactNode;
  isEmpty?: boolean;
  children: ReactNode;
};

/** The sheet as it is printed, and the browser's print behind one press. */
export function Preview({ title, bar, choice, isEmpty = false, children }: PreviewProps) {
  return (
    <main className="print">
      <title>{`${title} · Lineup`}</title>
      <div className="print__bar screen-only">
        <div className="print__sheets">{bar}</div>
        {!isEmpty && (
          <Button size="big" variant="primary" icon={<IconPrinter />} onPress={() => window.print()}>
            {t('print')}
          </Button>
        )}
      </div>
      {choice && <div className="screen-only">{choice}</div>}
      <div className="print__desk">{isEmpty ? children : <PaperAlone>{children}</PaperAlone>}</div>
    </main>
  );
}
