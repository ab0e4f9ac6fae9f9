/**
 * The text of schema.prisma without its relations, for what compares it with a database or writes a migration: they
 * make no foreign keys there. Prisma's mode without foreign keys takes no relation of a model to itself.
 */
export function withoutForeignKeys(model) {
  const names = Array.from(model.matchAll(/^(?:model|view) (\w+)/gm), ([, name]) => name).join('|');
  return model.replaceAll(new RegExp(`^ +\\w+ +(?:${names})(?:\\[\\]|\\?)?(?: .*)?\\n`, 'gm'), '');
}
