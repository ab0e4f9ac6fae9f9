import { builder } from './graphql/schema/builder.ts';
import './graphql/schema/error-types.ts';
import './graphql/viewer.ts';
import './resources/tank.ts';
import './resources/task.ts';
import './resources/expiration.ts';
import './resources/quick-order.ts';
import './resources/ship-to.ts';
import './resources/entity.ts';
import './resources/webhooks/webhook-subscription.ts';
import './resources/webhooks/webhook-subscription-mutations.ts';
import './resources/webhooks/webhook-delivery.ts';
import './resources/webhooks/webhook-replay.ts';
import './resources/webhooks/webhook-event-type.ts';
import './resources/webhooks/webhook-figures.ts';
import './resources/change.ts';
import './resources/deletions.ts';
import './resources/record-history.ts';
import './resources/node.ts';

/** The whole API: one line above for each resource. */
export const schema = builder.toSchema();

/** What GraphiQL's documentation begins with. Pothos has no option for it. */
schema.description = `Tanks, tasks, expirations, quick orders and ship-tos of your company, which is that of the token.

- Queries read a record by its id, or pages of records with filters and orders.
- Mutations change only the fields that they are given; null clears a field. The result is the record or a typed error: switch on \`__typename\`.
- Subscriptions report changes as they happen. Webhooks send them to an address: begin with \`createSubscription\`.

Send the token as \`Authorization: Bearer …\`.`;
