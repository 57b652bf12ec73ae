/** What can fail about schedule files and schedule providers. */
export const scheduleSentences = {
  // schedule files
  'file-empty': 'That file is empty.',
  'file-too-large': 'That file is too large. The limit is {max} MB.',
  'file-unpacked-too-large': 'That file has too much data. Save only the sheet with the schedule.',
  'file-not-a-table': 'We can’t read that file. Choose a CSV, TSV, Excel (XLSX), or calendar (ICS) file.',
  'calendar-unreadable': 'That calendar file can’t be read. Export it again.',
  'calendar-too-large': 'That calendar has too many events around this day. Export a shorter one.',
  'workbook-locked':
    'That Excel file is in an old format or has a password. Save it as XLSX without a password, or as CSV.',
  'workbook-unreadable': 'That Excel file can’t be read. Save it as XLSX again, or as CSV.',
  'cell-too-far':
    'Cell {cell} is too far from the schedule. Delete it, or save only the sheet with the schedule.',
  'columns-left-out': 'Only the first {max} columns were read.',
  'hidden-left-out': 'Skipped {what}.',
  'formula-values-used': 'The saved values were used for {cells}.',
  'columns-missing': 'We couldn’t find a column for {columns}.',
  'columns-unclear': 'Both {titles} could be the {column}. Choose which one to use.',
  'rows-missing': 'That file has a header row but no shifts under it.',
  'rows-too-many': 'That file has too many rows. The limit is {max}.',
  'rows-unusable': 'We couldn’t read any shifts. {reason}',
  'rows-for-unclear': 'We can’t tell which dates these rows are for. Choose a date.',
  'row-day-heading': 'Row {row}: “{text}” is the day of the rows below.',
  'dates-unclear': '{text} could be two different dates. Choose whether the month or the day comes first.',
  'row-above-header': 'Row {row}: “{text}” is above the header row.',
  'row-header-again': 'Row {row}: this is the header row again.',
  'row-total': 'Row {row}: this is a total.',
  'row-formula': 'Row {row}: {column} is a formula. Save the file with values only.',
  'cell-formula': 'Row {row}: the formula in {column} was skipped.',
  'row-time-missing': 'Row {row}: {column} is missing.',
  'row-date-missing': 'Row {row}: the date is missing.',
  'row-close-unknown': 'Row {row}: the shift ends at close, but this day has no rotations.',
  'shift-until-close': 'Ends at close: {time}, when the last rotation ends.',
  'shift-repeated': 'Row {row} is the same as row {same}.',
  'row-time-unreadable': 'Row {row}: “{text}” in {column} is not a time.',
  'row-date-unreadable': 'Row {row}: “{text}” in {column} is not a date.',
  'row-name-missing': 'Row {row}: the name is missing.',
  'row-name-too-long': 'Row {row}: the name is longer than {max} characters.',
  'row-open': 'Row {row}: this is an open shift with no one assigned.',
  'row-unpublished': 'Row {row}: this shift isn’t published.',
  'row-not-shift': 'Row {row}: “{text}” isn’t a shift.',
  'rows-open': '{count} rows are open shifts with no one assigned: {rows}.',
  'rows-unpublished': '{count} rows aren’t published: {rows}.',
  'rows-not-shifts': '{count} rows with “{text}” aren’t shifts: {rows}.',
  'shift-status': '{column} is “{text}”.',
  'text-without-shifts':
    'We can’t find a shift in that text. Write one on each line, such as “Maria 9-5 Grill”.',
  'line-without-times': 'Row {row}: “{text}” has no start and end time.',
  'line-unclear':
    'Row {row}: “{text}” isn’t clear. Write the name, the times, and the job: “Maria 9-5 Grill”.',
  'line-job-in-name': 'If “{text}” is the job, write it after the times.',
  'row-times-apart': 'Row {row}: start and end are more than 24 hours apart.',

  // schedule providers
  'call-cancelled': 'That was canceled before it finished.',
  'not-connected': 'Connect the schedule first.',
  'risk-not-understood': 'Read the warning, then check “I understand”.',
  'location-missing': 'Choose a location.',
  'every-minutes-unreadable': 'Enter a whole number of minutes from {least} to {most}.',
  'field-missing': 'This field is required.',
  'address-elsewhere': 'Enter an address that ends with {domain}.',
  'address-private':
    'That address isn’t public. Enter another one, or ask your Lineup administrator to allow it.',
  'schedule-refused': '{provider} didn’t accept the sign-in. Check the connection settings, then try again.',
  'schedule-forbidden':
    '{provider} doesn’t let this account read the schedule. Allow it there, or use another account.',
  'schedule-not-found': '{provider} has no schedule for these settings. Check the connection settings.',
  'schedule-plan-missing':
    'Your {provider} plan doesn’t include access to the schedule. Upgrade the plan, or import a file.',
  'schedule-unreachable': 'Can’t reach {provider} right now. Nothing was changed. Try again.',
  'schedule-failed': 'The scheduling service had a problem. Try again in a moment.',
  'schedule-slow': '{provider} took too long to answer. Nothing was changed. Try again.',
  'schedule-busy': '{provider} is limiting requests. Nothing was changed. Try again in {pause}.',
  'schedule-unreadable':
    'We couldn’t read the schedule from {provider}. Nothing was changed. Try again later, or import a file.',
  'schedule-too-large':
    '{provider} sent more than {max} shifts for three days. Choose a location, or a feed for one store.',
} as const;
