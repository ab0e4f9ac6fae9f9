import { type ASTNode, BREAK, type Kind, visit } from 'graphql';

/** Whether a node of the kind is among the nodes or anywhere below them. */
export function contains(nodes: ASTNode | readonly ASTNode[] | undefined, kind: Kind): boolean {
  let found = false;
  const enter = (node: ASTNode) => {
    found ||= node.kind === kind;
    return found ? BREAK : undefined;
  };
  for (const node of [nodes ?? []].flat()) visit(node, { enter });
  return found;
}
