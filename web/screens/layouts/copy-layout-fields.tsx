import { type IsoDate, isIsoDate, showDate, weekday } from '../../../domain/time/date.ts';
import { useLayoutsOn } from '../../parts/lists/document-lists.ts';
import { ListProblem } from '../../parts/lists/list-problem.tsx';
import { useTeamId } from '../../parts/page/client-context.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { Alert } from '../../ui/message/alert.tsx';
import { Loading } from '../../ui/message/loading.tsx';
import { usePreselect } from './use-preselect.ts';

type CopyLayoutFieldsProps = {
  day: string;
  layout: string;
  people: boolean;
  onDay: (day: string) => void;
  onLayout: (layout: string) => void;
  onPeople: (people: boolean) => void;
  error: string | undefined;
};

/** Picks a layout of another day, and whether to copy its people. */
export function CopyLayoutFields({
  day,
  layout,
  people,
  onDay,
  onLayout,
  onPeople,
  error,
}: CopyLayoutFieldsProps) {
  return (
    <>
      <TextField
        label="Day to copy"
        name="day"
        type="date"
        value={day}
        onChange={onDay}
        description={isIsoDate(day) ? weekday(day) : undefined}
        error={isIsoDate(day) ? undefined : error}
      />
      {isIsoDate(day) && <LayoutField key={day} {...{ day, layout, onLayout, error }} />}
      <Checkbox
        label="Copy shifts and positions"
        name="people"
        description="Breaks, walk-ins, and who was out or late aren’t copied."
        isSelected={people}
        onChange={onPeople}
      />
    </>
  );
}

type LayoutFieldProps = Pick<CopyLayoutFieldsProps, 'layout' | 'onLayout' | 'error'> & { day: IsoDate };

function LayoutField({ day, layout, onLayout, error }: LayoutFieldProps) {
  const list = useLayoutsOn(useTeamId() ?? '', day);
  usePreselect(list.rows, layout, onLayout);
  if (!list.rows) return list.error ? <ListProblem list={list} /> : <Loading />;
  if (list.rows.length === 0) {
    return (
      <Alert tone={error ? 'problem' : 'warning'}>{`No layouts on ${weekday(day)}, ${showDate(day)}`}</Alert>
    );
  }
  return (
    <SelectField
      label="Layout"
      name="layout"
      placeholder="Choose a layout"
      value={layout}
      onChange={onLayout}
      options={list.rows.map(({ id, area, template }) => ({ value: id, label: `${area} · ${template}` }))}
      error={error}
    />
  );
}
