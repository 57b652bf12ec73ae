import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { mayManage } from '../../../domain/team/user.ts';
import type { useTemplates } from '../../parts/lists/document-lists.ts';
import { ListProblem } from '../../parts/lists/list-problem.tsx';
import { useRole } from '../../parts/page/client-context.tsx';
import { ButtonLink } from '../../ui/button/button.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { EmptyState } from '../../ui/message/empty-state.tsx';
import { Loading } from '../../ui/message/loading.tsx';
import { urls } from '../../urls.ts';
import { usePreselect } from './use-preselect.ts';

type TemplateFieldProps = {
  list: ReturnType<typeof useTemplates>;
  template: string;
  onTemplate: (template: string) => void;
  error: string | undefined;
};

/** Picks one of the team's templates; preselects the only one. */
export function TemplateField({ list, template, onTemplate, error }: TemplateFieldProps) {
  usePreselect(list.rows, template, onTemplate);
  if (!list.rows) return list.error ? <ListProblem list={list} /> : <Loading />;
  if (list.rows.length === 0) return <NoTemplates />;
  return (
    <>
      <ListProblem list={list} />
      <SelectField
        label="Template"
        name="template"
        placeholder="Choose a template"
        value={template}
        onChange={onTemplate}
        options={list.rows.map(({ id, name, area }) => ({ value: id, label: `${name} · ${area}` }))}
        error={error}
      />
    </>
  );
}

function NoTemplates() {
  const mayCreate = mayManage(useRole());
  return (
    <EmptyState
      title="No templates yet"
      actions={
        mayCreate && (
          <ButtonLink variant="primary" href={urls.newTemplate} icon={<IconPlus />}>
            New Template
          </ButtonLink>
        )
      }
    >
      {mayCreate
        ? 'A layout starts as a copy of a template: the rotations, areas, and positions of a typical day.'
        : 'Ask a manager to create a template.'}
    </EmptyState>
  );
}
