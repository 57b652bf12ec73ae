import type { Made } from '../../../../client/document/document-view.ts';
import { words } from '../../../../client/words/words.ts';
import {
  type Equipment,
  equipmentKinds,
  type ToughClass,
  toughClasses,
} from '../../../../domain/crew/station.ts';
import type { Station } from '../../../../domain/crew/station-schema.ts';
import { done, type Outcome } from '../../../../domain/problem/problem.ts';
import { showChangeToast } from '../../../parts/forms/change-toast.ts';
import { SubmitForm, useForm } from '../../../parts/forms/submit.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Checkbox, TextField } from '../../../ui/form/form.tsx';
import { Actions, Stack } from '../../../ui/page/page.tsx';
import { useCrewChange, useCrewDocument } from '../crew-list.ts';
import type { Column } from './columns.ts';
import { className } from './fairness.tsx';
import { LevelIcon, type LevelOrNone, levelName, levelOrder } from './skill-grid.tsx';

const t = words('skills');

interface FillProps {
  readonly label: string;
  readonly onFill: (level: LevelOrNone) => void;
}

/** One press for a whole row or column. */
export function Fill({ label, onFill }: FillProps) {
  return (
    <fieldset className="stack stack--close">
      <legend className="field__label">{label}</legend>
      <Actions>
        {levelOrder.map((level) => (
          <Button
            key={level}
            icon={level === 0 ? undefined : <LevelIcon level={level} />}
            onPress={() => onFill(level)}
          >
            {levelName(level)}
          </Button>
        ))}
      </Actions>
    </fieldset>
  );
}

interface StationDialogProps {
  readonly column: Column;
  readonly people: number;
  readonly isManager: boolean;
  readonly onFill: (level: LevelOrNone) => void;
  readonly onClose: () => void;
}

/** What is done at a station, what it takes out of people, and a level for everybody shown. */
export function StationDialog({ column, people, isManager, onFill, onClose }: StationDialogProps) {
  const { station, isMade } = column;
  const change = useCrewChange();
  if (!isManager) return <StationFacts station={station} onClose={onClose} />;
  return (
    <Dialog title={t('station-in', { name: station.name, subarea: station.subarea })} onClose={onClose}>
      <Stack>
        <Fill label={t('fill-column', { count: people })} onFill={onFill} />
        <StationForm station={station} onSaved={onClose} />
        {isMade && (
          <Actions>
            <Button
              variant="danger"
              onPress={() => {
                if (change({ type: 'station.delete', station: station.id })) onClose();
              }}
            >
              {t('delete-station')}
            </Button>
            <p className="hint">{t('delete-means')}</p>
          </Actions>
        )}
      </Stack>
    </Dialog>
  );
}

function StationFacts({ station, onClose }: { station: Station; onClose: () => void }) {
  const said = [
    ...station.equipment.map((each) => t(`equipment-${each}`)),
    ...station.classes.map(className),
  ];
  return (
    <Dialog title={t('station-in', { name: station.name, subarea: station.subarea })} onClose={onClose}>
      <p>{said.length > 0 ? said.join(' · ') : t('nothing-special')}</p>
    </Dialog>
  );
}

function StationForm({ station, onSaved }: { station: Station; onSaved: () => void }) {
  const document = useCrewDocument();
  const saved = {
    name: station.name,
    ...(Object.fromEntries(equipmentKinds.map((each) => [each, station.equipment.includes(each)])) as Record<
      Equipment,
      boolean
    >),
    ...(Object.fromEntries(toughClasses.map((each) => [each, station.classes.includes(each)])) as Record<
      ToughClass,
      boolean
    >),
  };
  const form = useForm(saved, ['name']);

  function save(): Outcome<Made | null> {
    if (!form.isTouched) return done(null);
    const { name, ...ticked } = form.values;
    const equipment = equipmentKinds.filter((each) => ticked[each]);
    const classes = toughClasses.filter((each) => ticked[each]);
    return document.change({ type: 'station.put', station: { ...station, name, equipment, classes } });
  }

  function finish(made: Made | null) {
    if (made) showChangeToast(made);
    onSaved();
  }

  return (
    <SubmitForm form={form} label={t('station')} action={t('save')} work={save} onDone={finish}>
      <TextField label={t('station-name')} description={t('rename-means')} {...form.field('name')} />
      <fieldset className="stack stack--close">
        <legend className="field__label">{t('equipment')}</legend>
        {equipmentKinds.map((each) => (
          <Checkbox key={each} label={t(`equipment-${each}`)} {...form.checkbox(each)} />
        ))}
      </fieldset>
      <fieldset className="stack stack--close">
        <legend className="field__label">{t('tough')}</legend>
        {toughClasses.map((each) => (
          <Checkbox key={each} label={className(each)} {...form.checkbox(each)} />
        ))}
      </fieldset>
    </SubmitForm>
  );
}
