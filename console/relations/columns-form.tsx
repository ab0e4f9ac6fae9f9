import type { Issue } from '../documents.ts';
import { type Draft, issueOf } from '../draft.ts';
import { ColumnInput } from '../inputs.tsx';
import type { Column } from '../schema.ts';

interface Props {
  columns: readonly Column[];
  draft: Draft;
  issues: readonly Issue[];
  onDraft: (draft: Draft, name: string) => void;
}

/** The fields of a form. A record that is chosen by name also sets the column that says which type it is. */
export const ColumnsForm = ({ columns, draft, issues, onDraft }: Props) => (
  <div class="columns">
    {columns.map((column) => {
      const { kind } = column.relation ?? {};
      return (
        <ColumnInput
          key={column.name}
          column={column}
          text={draft[column.name] ?? ''}
          kind={kind === undefined ? undefined : (draft[kind] ?? '')}
          issue={issueOf(issues, column.name)}
          onText={(text, type) =>
            onDraft(
              { ...draft, [column.name]: text, ...(kind !== undefined && type !== undefined && { [kind]: type }) },
              column.name,
            )
          }
        />
      );
    })}
  </div>
);
