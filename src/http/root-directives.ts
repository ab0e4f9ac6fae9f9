import {
  type DocumentNode,
  GraphQLError,
  Kind,
  OperationTypeNode,
  type SelectionSetNode,
  type ValidationRule,
} from 'graphql';

const CONDITIONS = ['skip', 'include'];

/** Every root selection of an operation, through its fragments. */
function* selectionsOf(
  document: DocumentNode,
  set: SelectionSetNode,
  seen = new Set<string>(),
): Generator<SelectionSetNode['selections'][number]> {
  for (const selection of set.selections) {
    yield selection;
    if (selection.kind === Kind.INLINE_FRAGMENT) yield* selectionsOf(document, selection.selectionSet, seen);
    if (selection.kind !== Kind.FRAGMENT_SPREAD || seen.has(selection.name.value)) continue;
    seen.add(selection.name.value);
    for (const definition of document.definitions)
      if (definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === selection.name.value)
        yield* selectionsOf(document, definition.selectionSet, seen);
  }
}

/** A live operation has exactly one root field, which therefore has no condition, as the specification of GraphQL has it. */
export const NoRootConditionsRule: ValidationRule = (context) => ({
  OperationDefinition({ operation, selectionSet }) {
    if (operation !== OperationTypeNode.SUBSCRIPTION) return;
    for (const { directives = [] } of selectionsOf(context.getDocument(), selectionSet))
      for (const directive of directives)
        if (CONDITIONS.includes(directive.name.value))
          context.reportError(
            new GraphQLError(`The root field of a subscription cannot have @${directive.name.value}.`, {
              nodes: directive,
            }),
          );
  },
});
