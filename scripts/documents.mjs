// Ready documents for a record that has none: a list, a look-up, an aggregate, the mutations and a live operation, with
// variables that GraphiQL can send as they are. What is in operations/ stays as it is, so a document can be made better
// by hand.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getNamedType, isEnumType, isLeafType, isNonNullType, isObjectType, Kind, parse } from 'graphql';

const wordsOf = (name) => name.replace(/(?!^)[A-Z]/g, ' $&').toLowerCase();
const fileOf = (name) => wordsOf(name).replaceAll(' ', '-');
const enumOf = (name) => wordsOf(name).replaceAll(' ', '_').toUpperCase();
const capital = (name) => name.charAt(0).toUpperCase() + name.slice(1);

const ERRORS = `... on InvalidRequestError { issues { path code message } }
... on UnauthorizedError { reason missingScope }`;
const CONFLICT = '... on ConflictError { currentVersion changedFields }';
const MESSAGE = '... on Error { message }';

/** The records of a schema: types with a deletion of their own. */
function recordsOf(schema) {
  const [queries, mutations] = [schema.getQueryType().getFields(), schema.getMutationType().getFields()];
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => isObjectType(type) && `delete${type.name}` in mutations,
  );
  return types.flatMap((type) => {
    const find = (fields, matches) => Object.values(fields).find(matches)?.name;
    const argument = ({ args }, name) => args.find((each) => each.name === name)?.type;
    const update = Object.values(mutations).find(
      (field) =>
        argument(field, 'expectedVersion') &&
        argument(field, 'input') &&
        getNamedType(field.type).getTypes?.().includes(type),
    );
    const list = find(queries, (field) => getNamedType(field.type).name === `${type.name}Connection`);
    const one = find(queries, (field) => field.type === type);
    // The root of live operations is a type, too.
    return list === undefined ? [] : [{ type, one, list, update, create: mutations[`create${type.name}`] }];
  });
}

/** A value for a field of an input that needs one. */
function sampleOf(type, name, noun) {
  const leaf = getNamedType(type);
  const named = leaf.name;
  if (isEnumType(leaf)) return leaf.getValues()[0].name;
  if (named === 'Decimal' || named === 'BigInt') return '1';
  if (named === 'UUID') return '0190a5a8-7c1e-7000-8000-000000000001';
  if (['Int', 'Float', 'SafeInt', 'Percentage'].includes(named)) return 1;
  if (named === 'Boolean') return true;
  if (named === 'DateTime') return '2026-12-01T08:00:00.000Z';
  if (named === 'Date') return '2026-12-01';
  if (named === 'JSONObject') return {};
  return name.endsWith('Id') ? `${noun.replaceAll(' ', '-')}-1` : `New ${noun}`;
}

/** The documents of a record by the root field that each selects: its file, its text and its variables. */
function documentsOf({ type, one, list, update, create }, schema) {
  const noun = wordsOf(type.name);
  const plural = wordsOf(list);
  const fields = Object.values(type.getFields()).filter((field) => isLeafType(getNamedType(field.type)));
  const all = ['id', ...fields.map(({ name }) => name).filter((name) => name !== 'id')].join(' ');
  const few = fields
    .map(({ name }) => name)
    .filter((name) => ['id', 'name', 'code', 'title', 'version'].includes(name))
    .join(' ');
  const required = (input) =>
    Object.fromEntries(
      Object.values(input.getFields())
        .filter((field) => isNonNullType(field.type))
        .map((field) => [field.name, sampleOf(field.type, field.name, noun)]),
    );
  const inputOf = (field) => getNamedType(field.args.find(({ name }) => name === 'input').type);
  const settable = Object.values(inputOf(update).getFields()).find(
    (field) => getNamedType(field.type).name === 'String',
  );
  const changed = settable ? { [settable.name]: sampleOf(settable.type, settable.name, noun) } : {};
  const namesIn = (suffix) => Object.keys(schema.getType(`${type.name}${suffix}`)?.getFields() ?? {});
  const by = namesIn('GroupKey').find((name) => !['companyId', 'name', 'code', 'title'].includes(name));
  const figure = (name, suffix) => (namesIn(suffix).length > 0 ? `${name} { ${namesIn(suffix).join(' ')} }` : '');
  const id = `<${noun} id>`;
  const result = (results) => `__typename ${results} ${ERRORS} ${MESSAGE}`;
  const many = (name, each) =>
    `__typename ... on ${name}sSuccess { results { __typename ${each} ${MESSAGE} } } ${ERRORS} ${MESSAGE}`;
  const mutation = (field, comment, args, passed, selection, variables) => [
    field,
    `# ${comment}\nmutation ${capital(field)}(${args}) { ${field}(${passed}) { ${selection} } }`,
    variables,
  ];
  const [updated, created] = [update.name, create.name];
  const updateInput = inputOf(update).name;
  return [
    [
      list,
      `# A page of ${plural}.\nquery ${capital(list)}($first: Int, $after: String, $filter: ${type.name}Filter, $orderBy: [${type.name}Order!]) {
        ${list}(first: $first, after: $after, filter: $filter, orderBy: $orderBy) {
          totalCount edges { node { ${all} } } pageInfo { hasNextPage endCursor } } }`,
      { first: 20, after: null, filter: null, orderBy: null },
    ],
    [one, `# One ${noun} by its id.\nquery ${type.name}($id: ID!) { ${one}(id: $id) { ${all} } }`, { id }],
    ...(by === undefined
      ? []
      : [
          [
            `${one}Aggregate`,
            `# How many ${plural} have each value of a field, and figures of them.\nquery ${type.name}Aggregate($filter: ${type.name}Filter, $first: Int) {
              ${one}Aggregate(groupBy: [${enumOf(by)}], filter: $filter, first: $first) {
                groups { key { ${by} } count ${figure('sum', 'Sums')} ${figure('min', 'Extremes')} ${figure('max', 'Extremes')} } others } }`,
            { filter: null, first: 20 },
          ],
        ]),
    mutation(
      updated,
      `Changes only the fields in \`input\`: null clears a field.`,
      `$id: ID!, $input: ${updateInput}!, $expectedVersion: Int`,
      'id: $id, input: $input, expectedVersion: $expectedVersion',
      result(`... on ${type.name} { ${all} } ${CONFLICT}`),
      { id, input: changed, expectedVersion: null },
    ),
    mutation(
      `${updated}s`,
      `Changes up to 1,000 ${plural} at once, with a result for each.`,
      `$patches: [${updateInput.replace(/Input$/, 'Patch')}!]!`,
      'patches: $patches',
      many(capital(updated), `... on ${type.name} { ${few} } ${CONFLICT}`),
      { patches: [{ id, input: changed }] },
    ),
    mutation(
      created,
      `Creates a ${noun}.`,
      `$input: ${inputOf(create).name}!`,
      'input: $input',
      result(`... on ${type.name} { ${all} }`),
      { input: required(inputOf(create)) },
    ),
    mutation(
      `${created}s`,
      `Creates up to 1,000 ${plural} at once, with a result for each.`,
      `$inputs: [${inputOf(create).name}!]!`,
      'inputs: $inputs',
      many(capital(created), `... on ${type.name} { ${few} }`),
      { inputs: [required(inputOf(create))] },
    ),
    mutation(
      `delete${type.name}`,
      `Deletes a ${noun}. Undo: \`restore${type.name}\` with its id and version.`,
      '$id: ID!, $expectedVersion: Int',
      'id: $id, expectedVersion: $expectedVersion',
      result(`... on Deleted${type.name} { recordId record { ${all} } } ... on ConflictError { currentVersion }`),
      { id, expectedVersion: null },
    ),
    mutation(
      `delete${type.name}s`,
      `Deletes up to 1,000 ${plural} at once, with a result for each.`,
      '$records: [RecordToDelete!]!',
      'records: $records',
      many(`Delete${type.name}`, `... on Deleted${type.name} { recordId } ... on ConflictError { currentVersion }`),
      { records: [{ id, expectedVersion: null }] },
    ),
    mutation(
      `restore${type.name}`,
      `Brings a deleted ${noun} back as it was at this version.`,
      '$id: ID!, $version: Int!',
      'id: $id, version: $version',
      result(`... on ${type.name} { ${all} }`),
      { id, version: 1 },
    ),
    mutation(
      `restore${type.name}s`,
      `Brings up to 1,000 deleted ${plural} back, with a result for each.`,
      '$records: [RecordToRestore!]!',
      'records: $records',
      many(`Restore${type.name}`, `... on ${type.name} { ${few} }`),
      { records: [{ id, version: 1 }] },
    ),
    ...(schema.getSubscriptionType().getFields()[`${one}Changed`] === undefined
      ? []
      : [
          [
            `${one}Changed`,
            `# The changes of a ${noun}, as they happen.\nsubscription Watch${type.name}($id: ID!) { ${one}Changed(id: $id) {
              __typename ... on Resync { cursor } ... on ${type.name}Change {
                action changedFields actor { kind id } sequence cursor ${one} { ${all} } } } }`,
            { id },
          ],
        ]),
  ];
}

/** The root fields that the documents of a folder select. */
function selectedIn(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.graphql'));
  return new Set(
    files.flatMap((name) =>
      parse(readFileSync(join(folder, name), 'utf8')).definitions.flatMap((definition) =>
        definition.kind === Kind.OPERATION_DEFINITION
          ? definition.selectionSet.selections.map((selection) => selection.name?.value)
          : [],
      ),
    ),
  );
}

/** Writes the documents that no file of `folder` has. `format` is given the name and the text of each. */
export function writeDocuments(schema, folder, format) {
  const selected = selectedIn(folder);
  for (const record of recordsOf(schema))
    for (const [field, text, variables] of documentsOf(record, schema)) {
      if (selected.has(field)) continue;
      const to = join(folder, fileOf(record.list));
      if (!existsSync(to)) mkdirSync(to);
      const name = join(to, field.endsWith('Changed') ? `watch-${fileOf(record.one)}` : fileOf(field));
      writeFileSync(`${name}.graphql`, format(`${name}.graphql`, text));
      writeFileSync(`${name}.json`, format(`${name}.json`, JSON.stringify(variables)));
    }
}
