import { type Steps, templateChange } from '../change/define-change.ts';
import { deletionOf } from '../change/deletion.ts';
import { name } from '../change/fields.ts';
import { parseName } from '../problem/name.ts';
import { done, refuse } from '../problem/problem.ts';
import { parseTemplate, templateSchema } from './template.ts';

const { deletion, restoring } = deletionOf('template');

export const templateChanges = {
  'template.create': templateChange({
    fields: { template: templateSchema },
    whenDeleted: true,
    create: ({ template }) => parseTemplate(template),
    apply: () => refuse('document-exists'),
    inverse: null,
  }),
  'template.rename': templateChange({
    fields: { name },
    apply: (template, { name: typed }) => {
      const parsed = parseName(typed, 'name');
      return parsed.ok ? done({ ...template, name: parsed.value }) : parsed;
    },
    inverse: (before): Steps => [{ type: 'template.rename', name: before.name }],
  }),
  'template.area': templateChange({
    fields: { area: name },
    apply: (template, { area: typed }) => {
      const area = parseName(typed, 'area', 'area-missing');
      return area.ok ? done({ ...template, area: area.value }) : area;
    },
    inverse: ({ area }): Steps => [{ type: 'template.area', area }],
  }),
  'template.delete': deletion,
  'template.restore': restoring,
};
