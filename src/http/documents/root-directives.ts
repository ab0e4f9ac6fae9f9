import { GraphQLError, Kind, OperationTypeNode, type ValidationRule } from 'graphql';

const CONDITIONS = ['skip', 'include'];

/**
 * A live operation has exactly one root field, which therefore has no condition, neither itself nor through a fragment.
 * It comes before the rule of graphql-js that counts the root fields, which throws at a condition with a variable.
 */
export const NoRootConditionsRule: ValidationRule = (context) => ({
  OperationDefinition({ operation, selectionSet }) {
    if (operation !== OperationTypeNode.SUBSCRIPTION) return;
    const seen = new Set<string>();
    const selections = [...selectionSet.selections];
    for (const selection of selections) {
      const condition = selection.directives?.find(({ name }) => CONDITIONS.includes(name.value));
      if (condition !== undefined) {
        const message = `The root field of a subscription cannot have @${condition.name.value}.`;
        context.reportError(new GraphQLError(message, { nodes: condition }));
      }
      if (selection.kind === Kind.INLINE_FRAGMENT) selections.push(...selection.selectionSet.selections);
      if (selection.kind !== Kind.FRAGMENT_SPREAD || seen.has(selection.name.value)) continue;
      seen.add(selection.name.value);
      selections.push(...(context.getFragment(selection.name.value)?.selectionSet.selections ?? []));
    }
  },
});
