import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import { addDays, type IsoDate, isIsoDate } from '../../../domain/time/date.ts';
import { Button } from '../../ui/button/button.tsx';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { Actions } from '../../ui/page/page.tsx';
import { daysShown } from './week-rows.ts';

type DateStepperProps = { date: IsoDate; today: IsoDate; onDate: (date: IsoDate) => void };

/** Chooses the first of the days shown. */
export function DateStepper({ date, today, onDate }: DateStepperProps) {
  return (
    <Actions>
      <IconButton
        label="Previous Week"
        icon={<IconChevronLeft />}
        onPress={() => onDate(addDays(date, -daysShown))}
      />
      <TextField
        label="Date"
        isLabelHidden
        type="date"
        value={date}
        // an incomplete date is empty: keep the current day
        onChange={(typed) => isIsoDate(typed) && onDate(typed)}
      />
      <IconButton
        label="Next Week"
        icon={<IconChevronRight />}
        onPress={() => onDate(addDays(date, daysShown))}
      />
      <Button isDisabled={date === today} onPress={() => onDate(today)}>
        Today
      </Button>
    </Actions>
  );
}
