import { authorize } from '../../auth/scopes.ts';
import { type EventType, eventTypes } from '../../changes/types.ts';
import { builder, required } from '../../graphql/schema/builder.ts';

const WebhookEventType = builder.objectRef<EventType>('WebhookEventType').implement({
  description: 'A type of event that subscriptions receive.',
  fields: (t) => ({
    name: t.exposeString('name', { ...required, description: 'The `type` in the body, such as `tank.updated`.' }),
    resource: t.exposeString('resource', { ...required, description: 'The first half of the name, such as `tank`.' }),
    action: t.exposeString('action', { ...required, description: 'The second half of the name, such as `updated`.' }),
    description: t.exposeString('description', { ...required, description: 'What the event reports.' }),
    schema: t.expose('schema', {
      type: 'JSONObject',
      nullable: false,
      description: 'The JSON Schema (2020-12) of the body.',
    }),
    example: t.expose('example', { type: 'JSONObject', nullable: false, description: 'A whole body.' }),
  }),
});

builder.queryField('eventTypes', (t) =>
  t.field({
    type: [WebhookEventType],
    nullable: { list: false, items: false },
    description:
      'Every type of event, with the schema of its body and an example. They are the same for all companies. Needs the scope `subscriptions:read`.',
    resolve: (_root, _args, context) => {
      // The schemas name every column, which is no more public than the schema of this API.
      authorize(context, 'subscriptions:read');
      return eventTypes();
    },
  }),
);
