import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { CopyField } from '../../../parts/forms/copy-field.tsx';
import { Button, ButtonLink } from '../../../ui/button/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Actions, Stack } from '../../../ui/page/page.tsx';
import './backup-codes.css';

/** Shown only once; prints on a page of its own. */
export function BackupCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = codes.join('\n');

  useEffect(() => {
    document.body.classList.add('prints-codes');
    return () => document.body.classList.remove('prints-codes');
  }, []);

  return (
    <Dialog
      title="Save Your Backup Codes"
      onClose={onClose}
      actions={
        <Button variant="primary" onPress={onClose}>
          Done
        </Button>
      }
    >
      <Stack>
        <p>
          The app is set up. If you lose your phone, use one of these instead of a code. Each works once. You
          won’t see them again.
        </p>
        <CopyField hasFocus isCode label="Backup codes" noun="codes" value={text} rows={codes.length} />
        <Actions>
          <ButtonLink
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
            download="lineup-backup-codes.txt"
          >
            Download
          </ButtonLink>
          <Button onPress={() => window.print()}>Print</Button>
        </Actions>
      </Stack>
      {createPortal(
        <section className="backup-codes__print" aria-hidden="true">
          <h1>Backup codes for Lineup</h1>
          <pre>{text}</pre>
        </section>,
        document.body,
      )}
    </Dialog>
  );
}
