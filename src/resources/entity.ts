import type { GraphQLResolveInfo } from 'graphql';
import { builder } from '../graphql/schema/builder.ts';
import { watchedRecords } from '../graphql/schema/record.ts';
import type { Operation } from '../operation/operation.ts';

const Entity = builder.unionType('Entity', {
  description: 'A record to which a task or an expiration belongs.',
  types: () => watchedRecords().map(({ object }) => object),
});

function typesInWords(): string {
  const names = watchedRecords().map(({ event }) => event);
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

/** A field for the record that the fields `type` and `id` name. `otherwise` says when else there is none. */
export const entityField = <Type extends string, Id extends string>(type: Type, id: Id, otherwise = '') => ({
  type: Entity,
  description: `The record that \`${type}\` (${typesInWords()}) and \`${id}\` name; null if your company has none${otherwise}. Needs the scope that reads it, such as \`tanks:read\`.`,
  select: { companyId: true, [type]: true, [id]: true },
  resolve(
    row: { companyId: string | null } & Record<Type | Id, string | null>,
    _args: object,
    context: Operation,
    info: GraphQLResolveInfo,
  ) {
    const record = watchedRecords().find(({ event }) => event === row[type]);
    const key = row[id];
    if (record === undefined || key === null) return null;
    return record.findTyped(record.readableBy(context).inCompany(row.companyId), key, context, info);
  },
});
