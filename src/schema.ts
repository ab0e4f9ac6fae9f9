import { type GraphQLSchema, isInputObjectType, isNonNullType, isObjectType } from 'graphql';
import { builder } from './graphql/builder.ts';
import './graphql/errors.ts';
import './resources/tank.ts';
import './resources/task.ts';
import './resources/expiration.ts';
import './resources/quick-order.ts';
import './resources/ship-to.ts';
import './resources/webhook-subscription.ts';
import './resources/webhook-subscription-mutations.ts';
import './resources/webhook-delivery.ts';

/** The whole API: one line above for each resource. */
export const schema = describeInputs(builder.toSchema());

/**
 * Lets each input field without words of its own speak those of the record's field of that name, so that a meaning is written once.
 * Where null means something else there than here, it is said.
 */
function describeInputs(built: GraphQLSchema): GraphQLSchema {
  for (const input of Object.values(built.getTypeMap())) {
    if (!isInputObjectType(input)) continue;
    const name = /^(?:Update|Create)?(.+?)(Filter|Input)$/.exec(input.name)?.[1] ?? '';
    const record = built.getType(name) ?? built.getType(`Webhook${name}`);
    if (!isObjectType(record)) continue;
    for (const field of Object.values(input.getFields())) {
      const told = record.getFields()[field.name];
      if (field.description || told === undefined) continue;
      const never = input.name.startsWith('Update') && isNonNullType(told.type) ? ' It cannot be null.' : '';
      field.description = `${told.description}${never}`;
    }
  }
  return built;
}
