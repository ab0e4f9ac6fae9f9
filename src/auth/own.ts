import { columnOf, modelNamed } from '../prisma/sql/model.ts';
import type { Relation } from '../prisma/sql/relations.ts';
import { type LinkField, Rule, type RuleRelation } from '../prisma/tenancy/rule.ts';
import { type OwnClaim, type OwnedType, ownableTypes, readOwn } from './own-claim.ts';

/** Scopes on what no rule narrows. */
const BEYOND = /^(companies|subscriptions|history):/;

const scopesOf = ({ read, changes }: OwnedType) => [read, ...changes];

export const OWN_SCOPES = ownableTypes.flatMap((type) => scopesOf(type).map(({ own }) => own));

interface Given {
  claim: OwnClaim;
  scopes: ReadonlySet<string>;
}

const columnsIn = ({ columns, name }: OwnedType, { claim }: Given) =>
  columns.flatMap(({ field, column }) => {
    const values = claim[name]?.[column];
    return Array.isArray(values) ? { field, column, values } : [];
  });

const relationsIn = ({ relations, name }: OwnedType, { claim }: Given) =>
  relations.filter(([relation]) => claim[name]?.[relation] === true);

/** The rule of the records to which a relation leads, or what is wrong with a rule through it. */
function ruleBehind({ to }: Relation, given: Given): Rule | string {
  const type = ownableTypes.find(({ model }) => model === to);
  if (type === undefined) return 'leads to records that no rule is on';
  const { read, changes, name } = type;
  if (given.scopes.has(read.all)) return new Rule(to, []);
  if (!given.scopes.has(read.own)) return `needs the scope "${read.all}" or "${read.own}"`;
  if (relationsIn(type, given).length > 0)
    return `cannot be followed further: the rule on "${name}" may only name columns`;
  // It could bring any of them into sight, and with it what they lead to.
  const wide = changes.find(({ all }) => given.scopes.has(all));
  return wide === undefined ? new Rule(to, columnsIn(type, given)) : `cannot be combined with the scope "${wide.all}"`;
}

const linkField = (field: string): LinkField => ({ field, isInertWithoutType: false });

/** The fields of a record by which others lead to it. Without the type that `where` wants, they do not. */
function linkFieldsOf({ to, by, where = {} }: Relation): LinkField[] {
  const isAbsent = ([field, wanted]: [string, unknown]) =>
    typeof wanted === 'string' && columnOf(modelNamed(to), field).initial === undefined;
  return [
    { field: by, isInertWithoutType: Object.entries(where).some(isAbsent) },
    ...Object.keys(where).map(linkField),
  ];
}

/** The fields of a type that lead to what the token sees, from it or to it: its writes leave them as they are. */
const linkFieldsIn = ({ model }: OwnedType, given: Given): LinkField[] =>
  ownableTypes
    .filter(({ read }) => given.scopes.has(read.own))
    .flatMap((type) => relationsIn(type, given).map(([, relation]) => ({ of: type.model, ...relation })))
    .flatMap(({ of, ...relation }) => [
      ...(of === model && relation.from !== 'id' ? [linkField(relation.from)] : []),
      ...(relation.to === model ? linkFieldsOf(relation) : []),
    ]);

function ruleOf(type: OwnedType, given: Given, linkFields: LinkField[]): Rule | string {
  const through: RuleRelation[] = [];
  for (const [relation, leads] of relationsIn(type, given)) {
    const rule = ruleBehind(leads, given);
    const change = type.changes.find(({ own }) => given.scopes.has(own));
    if (change !== undefined) return `at "${type.name}.${relation}" is for reading, and not for "${change.own}"`;
    if (typeof rule === 'string') return `at "${type.name}.${relation}" ${rule}`;
    through.push({ relation, rule });
  }
  return new Rule(type.model, columnsIn(type, given), { through, linkFields });
}

/** The rule of each scope of a narrowed token. Undefined for another token, a text for an invalid claim. */
export function rulesOf(own: unknown, scopes: ReadonlySet<string>): ReadonlyMap<string, Rule> | string | undefined {
  const [needing] = OWN_SCOPES.filter((scope) => scopes.has(scope));
  if (own === undefined && needing === undefined) return undefined;
  const beyond = [...scopes].find((scope) => BEYOND.test(scope));
  if (beyond !== undefined) return `cannot be combined with the scope "${beyond}"`;
  if (own === undefined) return `is missing, and the scope "${needing}" needs it`;
  const claim = readOwn(own);
  if (typeof claim === 'string') return claim;
  const given = { claim, scopes };
  const rules = new Map<string, Rule>();
  for (const type of ownableTypes) {
    const { model, name } = type;
    const each = scopesOf(type);
    const isNamed = claim[name] !== undefined;
    const [used] = each.filter((scope) => scopes.has(scope.own));
    const [wide] = each.filter(({ all }) => scopes.has(all));
    const both = each.find((scope) => scopes.has(scope.all) && scopes.has(scope.own));
    if (both !== undefined) return `cannot be combined with both scopes "${both.all}" and "${both.own}"`;
    if (used !== undefined && !isNamed) return `has no "${name}", and the scope "${used.own}" needs it`;
    if (isNamed && wide !== undefined && used === undefined)
      return `has "${name}", and no scope uses it: "${wide.all}" is on all records, "${wide.own}" on these`;
    const linkFields = linkFieldsIn(type, given);
    const rule = used && ruleOf(type, given, linkFields);
    if (typeof rule === 'string') return rule;
    for (const scope of each) {
      if (scopes.has(scope.all)) rules.set(scope.all, new Rule(model, [], { linkFields }));
      if (scopes.has(scope.own) && rule !== undefined) rules.set(scope.all, rule);
    }
  }
  return rules;
}
