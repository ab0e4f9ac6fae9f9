/**
 * The text of schema.prisma for what compares it with a database, or writes a migration: its relations make no foreign
 * keys there, and no actions stand in for these.
 */
export const withoutForeignKeys = (model) =>
  model
    .replace(/(provider = "postgresql"\n)/, '$1  relationMode = "prisma"\n')
    .replaceAll(', onDelete: NoAction, onUpdate: NoAction', '');
