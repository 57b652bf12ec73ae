import type { ReactNode } from 'react';
import { words } from '../../../client/words/words.ts';
import { Button, ButtonLink } from '../../ui/button/button.tsx';
import { Alert } from '../../ui/message/message.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Paper, PaperAlone } from './paper.tsx';

const t = words('paper');

type PaperPageProps = {
  title: string;
  back: { label: string; href: string };
  /** Why what it says works on this computer alone. */
  warning?: string | undefined;
  children: ReactNode;
};

/** A page that is there to print a sheet that hangs on a wall. */
export function PaperPage({ title, back, warning, children }: PaperPageProps) {
  return (
    <Page
      title={title}
      actions={
        <>
          <ButtonLink href={back.href}>{back.label}</ButtonLink>
          <Button variant="primary" onPress={() => window.print()}>
            {t('print')}
          </Button>
        </>
      }
    >
      {warning && <Alert tone="warning">{warning}</Alert>}
      <PaperAlone>
        <Paper label={title} orientation="portrait" mostSize={15}>
          {children}
        </Paper>
      </PaperAlone>
    </Page>
  );
}
