// Prints docs/events.md from the types of events.

const INTRODUCTION = `# Webhook events

For integrators: every type of message that a webhook sends, with an example and a JSON Schema. \`npm run generate\` writes this page from the
model. The query \`eventTypes\` returns the same, one whole schema for each type, for code generators and validators:

\`\`\`graphql runnable
{
  eventTypes {
    name
    description
    schema
    example
  }
}
\`\`\`

[Webhooks](webhooks.md) explains how messages are signed, retried and given up.

## Headers

| header | |
| --- | --- |
| \`content-type\` | \`application/json\` |
| \`webhook-id\` | The id of the delivery: the same in every attempt and in a redelivery. A receiver that has seen it has seen the message. |
| \`webhook-timestamp\` | When this attempt was sent, in seconds since 1970. |
| \`webhook-signature\` | The signatures, one for each valid secret, separated by spaces. Absent if the subscription has no secret. |

## Body

| member | |
| --- | --- |
| \`type\` | The name of the type, such as \`tank.updated\`. |
| \`timestamp\` | When the change happened; the same in every attempt. |
| \`data\` | The record with all its columns: after the change, or before its deletion. For [subscription](#subscription) and [delivery](#delivery), what happened to a webhook. Names are in snake_case. Times are UTC with milliseconds, such as \`2026-01-31T08:15:30.120Z\`; dates are \`2026-01-31\`. |
| \`changed\` | The names of the changed columns, with those that the server set, but without \`version\`. Empty unless a record was updated. |
| \`version\` | The version of the record in \`data\`. Every update increases it by one. It goes on if a deleted record is restored. |
| \`sequence\` | Rises with each change of a record, over deletion and re-creation. Of two events of one record, the one with the higher \`sequence\` is the newer. |
| \`actor\` | Who made the change: \`kind\` is \`user\`, \`api_key\`, \`import\` or \`sql\`, and \`id\` names which, or is null. Null if the gateway itself did. |
| \`company_id\` | The id of the company that owns the record. |
| \`workflow_id\`, \`node_id\` | The workflow and the node in it that the subscription belongs to. |
| \`truncated\` | \`true\` if the record is over 250 KB: \`data\` is then its \`id\`, \`company_id\` and \`version\` alone. Otherwise absent. |

Messages arrive at least once and in any order. A receiver that keeps a copy of the records compares \`sequence\`, and not \`version\`: see [keeping
a mirror](webhooks.md#keeping-a-mirror). Later versions may add members and columns, so a receiver ignores those that it does not know.

## Types
`;

/** JSON in which an object or a list is one line if it is short. */
function printJson(value, indent = '') {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const membersAt = (place) =>
    Object.entries(value).map(([key, item]) => `${isList ? '' : `"${key}": `}${printJson(item, place)}`);
  const line = membersAt('').join(', ');
  if (!line.includes('\n') && indent.length + line.length <= 140) return isList ? `[${line}]` : `{ ${line} }`;
  const inner = `${indent}  `;
  const lines = membersAt(inner).join(`,\n${inner}`);
  return isList ? `[\n${inner}${lines}\n${indent}]` : `{\n${inner}${lines}\n${indent}}`;
}

/** Prose in lines of at most 140 characters. */
const wrapped = (text) => text.replace(/(.{1,140})(?: |$)/g, '$1\n').trimEnd();

const code = (types) => types.map(({ name }) => `<code>${name}</code>`).join(', ');
const folded = (title, value) =>
  `<details><summary>${title}</summary>\n\n\`\`\`json\n${printJson(value)}\n\`\`\`\n\n</details>\n`;

/** The schemas of types, one for those that differ in no more than the name. */
function printSchemas(types) {
  const [{ resource, schema }] = types;
  const dataOf = (type) => JSON.stringify(type.schema.properties.data);
  const alike = types.filter((type) => dataOf(type) === dataOf(types[0]));
  const others = types.filter((type) => !alike.includes(type));
  const { description: _, ...rest } = schema;
  const type = { enum: alike.map(({ name }) => name) };
  const shared = { ...rest, title: resource, properties: { ...schema.properties, type } };
  const printed = folded(`Schema of ${code(alike)}`, alike.length > 1 ? shared : schema);
  return others.length > 0 ? [printed, ...printSchemas(others)] : [printed];
}

function printResource(types) {
  const [{ resource }] = types;
  const each = types.flatMap((type) => [
    `### ${type.name}\n`,
    `${wrapped(type.description)}\n`,
    folded(`Example of ${code([type])}`, type.example),
  ]);
  return [`## ${resource}\n`, ...each, `### Schemas of ${resource}\n`, ...printSchemas(types)];
}

/** The text of docs/events.md. */
export function printEvents(types) {
  const byResource = [...new Set(types.map(({ resource }) => resource))].map((resource) =>
    types.filter((type) => type.resource === resource),
  );
  const link = ({ name, action }) => `[${action}](#${name.replace('.', '')})`;
  const rows = byResource.map(
    (each) => `| [${each[0].resource}](#${each[0].resource}) | ${each.map(link).join(', ')} |`,
  );
  return [INTRODUCTION, '| resource | types |', '| --- | --- |', ...rows, '', ...byResource.flatMap(printResource)]
    .join('\n')
    .trimEnd()
    .concat('\n');
}
