import {
  buildClientSchema,
  getIntrospectionQuery,
  type IntrospectionQuery,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import { afterAll } from 'vitest';
import { openGateway } from './gateway.ts';

/** The schema as a client reads it from a gateway. */
export async function openContract() {
  const gateway = await openGateway();
  afterAll(() => gateway.close());
  const { data } = await gateway.ask(getIntrospectionQuery());
  const contract = buildClientSchema(data as IntrospectionQuery);

  const fieldsOf = (name: string): Record<string, string> => {
    const type = contract.getType(name);
    if (!isObjectType(type) && !isInputObjectType(type) && !isInterfaceType(type)) return {};
    return Object.fromEntries(Object.values(type.getFields()).map((field) => [field.name, String(field.type)]));
  };
  const rootFieldsOf = (root: 'getQueryType' | 'getMutationType' | 'getSubscriptionType'): Record<string, string> => {
    const printed = Object.values(contract[root]()?.getFields() ?? {}).map((field) => {
      const args = field.args.map(({ name, type }) => `${name}: ${type}`).sort();
      return [field.name, `(${args.join(', ')}): ${field.type}`];
    });
    return Object.fromEntries(printed);
  };
  const ownTypes = () =>
    Object.values(contract.getTypeMap()).filter((type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type));

  return { gateway, contract, fieldsOf, rootFieldsOf, ownTypes };
}
