import { find } from '../db/lookup.ts';
import { patch } from '../db/patch.ts';
import type { Row, Table } from '../db/table.ts';
import type { Expiration as Model } from '../generated/prisma/client.ts';
import { builder } from '../graphql/builder.ts';
import { page } from '../graphql/connection.ts';
import { orderInput } from '../graphql/order.ts';
import { updateArguments, updateErrors } from '../graphql/update.ts';

const expirations: Table<Row<Model>> = {
  name: 'expiration',
  type: 'Expiration',
  label: 'Expiration',
  scope: 'expirations',
  filters: {
    ownerId: 'owner_id = $',
    ownerType: 'owner_type = $',
    expirationTypeId: 'expiration_type_id = $',
    externalId: 'external_id = $',
    expiresBefore: "coalesce(expiration_date, 'infinity') < $",
    warnsBefore: "coalesce(warning_date, 'infinity') < $",
  },
  orders: {
    ID: { by: 'id', type: 'text' },
    EXPIRATION_DATE: { by: "coalesce(expiration_date, 'infinity')", type: 'date' },
    WARNING_DATE: { by: "coalesce(warning_date, 'infinity')", type: 'date' },
  },
};

const Expiration = builder.objectRef<Row<Model>>('Expiration').implement({
  description:
    'Something that runs out on a day: a permit, a certificate, an inspection, of a driver, a truck or a tank.',
  fields: (t) => ({
    id: t.exposeID('id', { nullable: false, description: 'The expiration’s id, the same for its whole life.' }),
    companyId: t.exposeID('companyId', { description: 'The company it belongs to.' }),
    externalId: t.exposeID('externalId', { description: 'Its id in your own system.' }),
    ownerId: t.exposeID('ownerId', { description: 'Whose it is.' }),
    expirationTypeId: t.exposeID('expirationTypeId', { description: 'What kind of thing runs out.' }),
    expirationCode: t.exposeString('expirationCode', { description: 'The code of that kind in your own system.' }),
    expirationDate: t.expose('expirationDate', { type: 'Date', description: 'The day on which it runs out.' }),
    warningDate: t.expose('warningDate', { type: 'Date', description: 'The day from which to warn.' }),
    description: t.exposeString('description', { description: 'What runs out, in words.' }),
    dateModified: t.expose('dateModified', {
      type: 'Date',
      description: 'The day (UTC) on which it last really changed. Set by the server.',
    }),
    ownerType: t.exposeString('ownerType', {
      description: 'The kind of record its owner is, such as a driver or a truck.',
    }),
    ownerCode: t.exposeString('ownerCode', { description: 'The code of its owner in your own system.' }),
    version: t.exposeInt('version', {
      nullable: false,
      description: 'Raised by one on each real change. Pass it as `expectedVersion`.',
    }),
  }),
});

const UpdateExpirationInput = builder.inputType('UpdateExpirationInput', {
  description: 'What to change on an expiration. A field left out keeps its value, null clears it.',
  fields: (t) => ({
    externalId: t.id(),
    ownerId: t.id(),
    expirationTypeId: t.id(),
    expirationCode: t.string(),
    expirationDate: t.field({ type: 'Date' }),
    warningDate: t.field({ type: 'Date' }),
    description: t.string(),
    ownerType: t.string(),
    ownerCode: t.string(),
  }),
});

const ExpirationFilter = builder.inputType('ExpirationFilter', {
  description: 'Which expirations to list: all conditions must hold. Null finds those without a value.',
  fields: (t) => ({
    ownerId: t.id(),
    ownerType: t.string(),
    expirationTypeId: t.id(),
    externalId: t.id(),
    expiresBefore: t.field({ type: 'Date', description: 'Those that run out before this day.' }),
    warnsBefore: t.field({ type: 'Date', description: 'Those whose warning begins before this day.' }),
  }),
});

const ExpirationOrder = orderInput('Expiration', {
  ID: 'By id.',
  EXPIRATION_DATE: 'By the day on which they run out; those that never do come last.',
  WARNING_DATE: 'By the day from which to warn; those without one come last.',
});

builder.queryFields((t) => ({
  expiration: t.field({
    type: Expiration,
    description: 'One expiration, or null when your company has none with this id. Needs the scope `expirations:read`.',
    args: { id: t.arg.id({ required: true, description: 'The expiration’s id.' }) },
    resolve: (_root, { id }, context, info) => find(expirations, id, context, info),
  }),
  expirations: t.connection(
    {
      type: Expiration,
      description: 'Your company’s expirations, page by page. Needs the scope `expirations:read`.',
      args: {
        filter: t.arg({ type: ExpirationFilter, description: 'Which expirations; all when left out.' }),
        orderBy: t.arg({ type: ExpirationOrder, description: 'The order; by id when left out.' }),
      },
      resolve: (_root, args, context, info) => page(expirations, args, context, info),
    },
    { name: 'ExpirationConnection', description: 'A page of expirations.' },
    { name: 'ExpirationEdge', description: 'An expiration and its place on the list.' },
  ),
}));

builder.mutationField('updateExpiration', (t) =>
  t.field({
    type: Expiration,
    description: 'Changes the given fields of an expiration. Needs the scope `expirations:write`.',
    errors: updateErrors,
    args: updateArguments(t.arg, UpdateExpirationInput),
    resolve: (_root, args, context, info) => patch(expirations, args, context, info),
  }),
);
