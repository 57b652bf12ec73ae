import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useTeamId } from '../../parts/client-context.tsx';
import { ListProblem } from '../../parts/list-problem.tsx';
import { useTemplates } from '../../parts/lists.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page, Stack } from '../../ui/page.tsx';
import { Table } from '../../ui/table.tsx';
import { urls } from '../../urls.ts';

/** The usual days of the team. */
export function TemplatesScreen() {
  const list = useTemplates(useTeamId() ?? '');
  return (
    <Page
      title="Templates"
      actions={
        <>
          <ButtonLink href={urls.layouts}>View layouts</ButtonLink>
          <ButtonLink variant="primary" href={urls.newTemplate} icon={<IconPlus />}>
            New Template
          </ButtonLink>
        </>
      }
    >
      <Stack>
        <ListProblem list={list} />
        {!list.rows && !list.error && <Loading />}
        {list.rows?.length === 0 && (
          <EmptyState title="No templates yet">
            A template is a usual day: its rotations, areas and positions. Layouts begin as a copy of one.
          </EmptyState>
        )}
        {list.rows && list.rows.length > 0 && (
          <Table
            label="Templates"
            rows={list.rows}
            rowKey={(row) => row.id}
            columns={[
              { label: 'Name', cell: (row) => row.name },
              { label: 'Area', cell: (row) => row.area },
              {
                label: 'Actions',
                isActions: true,
                cell: (row) => (
                  <ButtonLink href={urls.template(row.id)} aria-label={`Edit ${row.name}`}>
                    Edit
                  </ButtonLink>
                ),
              },
            ]}
          />
        )}
      </Stack>
    </Page>
  );
}
