import { authorize } from '../auth/scopes.ts';
import { builder, required } from '../graphql/builder.ts';
import { connect, through } from '../graphql/connection.ts';
import { among, contains, equalOrNull, isNull, matches } from '../graphql/filter.ts';
import { listing } from '../graphql/listing.ts';
import { lastModified, modifiedSince } from '../graphql/modified.ts';
import { Node } from '../graphql/node.ts';
import { selectionOf } from '../graphql/selection.ts';
import { update, updateArguments, updateInput, updateResult } from '../graphql/update.ts';
import { updateMany } from '../graphql/update-many.ts';

export const Expiration = builder.prismaObject('Expiration', {
  interfaces: [Node],
  fields: (t) => ({
    id: t.exposeID('id', required),
    companyId: t.exposeID('companyId'),
    externalId: t.exposeID('externalId'),
    ownerId: t.exposeID('ownerId'),
    expirationTypeId: t.exposeID('expirationTypeId'),
    expirationCode: t.exposeString('expirationCode'),
    expirationDate: t.expose('expirationDate', { type: 'Date' }),
    warningDate: t.expose('warningDate', { type: 'Date' }),
    description: t.exposeString('description'),
    dateModified: t.expose('dateModified', { type: 'Date' }),
    ownerType: t.exposeString('ownerType'),
    ownerCode: t.exposeString('ownerCode'),
    version: t.exposeInt('version', required),
  }),
});

const UpdateExpirationInput = updateInput('UpdateExpirationInput', 'Expiration', (t) => ({
  externalId: t.id(),
  ownerId: t.id(),
  expirationTypeId: t.id(),
  expirationCode: t.string(),
  expirationDate: t.field({ type: 'Date' }),
  warningDate: t.field({ type: 'Date' }),
  description: t.string(),
  ownerType: t.string(),
  ownerCode: t.string(),
}));

export const ExpirationListing = listing('Expiration', {
  filter: {
    idIn: among('ID', 'id'),
    ...equalOrNull('ID', 'ownerId', 'expirationTypeId', 'externalId'),
    ...equalOrNull('String', 'ownerType'),
    search: contains('expirationCode', 'ownerCode', 'externalId'),
    expiresFrom: matches('Date', 'Expiry date on this date or later.', (date) => ({ expirationDate: { gte: date } })),
    expiresBefore: matches('Date', 'Expiry date before this date.', (date) => ({ expirationDate: { lt: date } })),
    expirationDateIsNull: isNull('expirationDate'),
    warnsFrom: matches('Date', 'Warning date on this date or later.', (date) => ({ warningDate: { gte: date } })),
    warnsBefore: matches('Date', 'Warning date before this date.', (date) => ({ warningDate: { lt: date } })),
    warningDateIsNull: isNull('warningDate'),
    modifiedSince,
  },
  order: {
    ID: { by: 'id', description: 'By id.' },
    EXPIRATION_DATE: {
      by: 'expirationDate',
      nulls: 'last',
      description: 'By expiry date; those without one are last.',
    },
    WARNING_DATE: { by: 'warningDate', nulls: 'last', description: 'By warning date; those without one are last.' },
    LAST_MODIFIED: lastModified,
  },
  counts: {
    OWNER_TYPE: { by: 'ownerType', description: 'By the type of the owner.' },
    OWNER_ID: { by: 'ownerId', description: 'By owner.' },
    EXPIRATION_TYPE_ID: { by: 'expirationTypeId', description: 'By expiration type.' },
  },
});

export const ExpirationEdge = builder.edgeObject({
  type: Expiration,
  name: 'ExpirationEdge',
  description: 'An expiration with its cursor.',
});

export const ExpirationConnection = builder.connectionObject(
  { type: Expiration, name: 'ExpirationConnection', description: 'A page of expirations.', fields: through },
  ExpirationEdge,
);

builder.queryFields((t) => ({
  expiration: t.prismaField({
    type: 'Expiration',
    description:
      'An expiration by id, or null if your company has none with this id. Needs the scope `expirations:read`.',
    args: { id: t.arg.id({ required: true, description: 'The id of the expiration.' }) },
    resolve: (query, _root, { id }, context) =>
      context.prisma.expiration.of(authorize(context, 'expirations:read')).lookup({ ...query, where: { id } }),
  }),
  expirations: t.connection(
    {
      type: Expiration,
      description: 'The expirations of your company. Needs the scope `expirations:read`.',
      args: ExpirationListing.args(t.arg),
      resolve: (_root, args, context, info) =>
        connect(context.prisma.expiration.of(authorize(context, 'expirations:read')), ExpirationListing, args, info),
    },
    ExpirationConnection,
    ExpirationEdge,
  ),
  expirationCounts: ExpirationListing.countField(
    t,
    'The expirations of your company, counted by a field. Needs the scope `expirations:read`.',
    (context) => context.prisma.expiration.of(authorize(context, 'expirations:read')),
  ),
}));

const UpdateExpirationResult = updateResult('UpdateExpiration', 'Expiration', Expiration);
const UpdateExpirations = updateMany(
  'UpdateExpiration',
  'UpdateExpirations',
  UpdateExpirationInput,
  UpdateExpirationResult,
);

builder.mutationFields((t) => ({
  updateExpiration: t.field({
    type: UpdateExpirationResult,
    description: 'Changes an expiration. Needs the scope `expirations:write`.',
    args: updateArguments(t.arg, UpdateExpirationInput),
    resolve: (_root, args, context, info) =>
      update(
        context.prisma.expiration,
        UpdateExpirationInput,
        { ...args, select: selectionOf('Expiration', info) },
        context,
        info,
      ),
  }),
  updateExpirations: t.field({
    type: UpdateExpirations.type,
    description:
      'Changes up to 1,000 expirations at once. Each patch is judged alone and has its result, in the same order; those that are accepted are written together. Needs the scope `expirations:write`.',
    errors: {},
    args: UpdateExpirations.args(t.arg),
    resolve: (_root, args, context, info) => UpdateExpirations.resolve(context.prisma.expiration, args, context, info),
  }),
}));
