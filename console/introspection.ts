/** What the console reads of the schema. Every record with a list, and with all that the API does with it, is in it. */
export const SCHEMA = `
  query ConsoleSchema {
    viewer { companyId actor { kind id } scopes }
    __schema {
      queryType { name }
      mutationType { name }
      types {
        kind
        name
        fields { name description args { name type { ...Reference } } type { ...Reference } }
        inputFields { name description type { ...Reference } }
        enumValues { name }
        possibleTypes { name }
      }
    }
  }
  fragment Reference on __Type { kind name ofType { kind name ofType { kind name ofType { kind name } } } }
`;

export interface Reference {
  kind: string;
  name: string | null;
  ofType?: Reference | null;
}
export interface Value {
  name: string;
  description: string | null;
  type: Reference;
}
export interface Field extends Value {
  args: { name: string; type: Reference }[];
}
export interface Type {
  kind: string;
  name: string;
  fields: Field[] | null;
  inputFields: Value[] | null;
  enumValues: { name: string }[] | null;
  possibleTypes: { name: string }[] | null;
}

const named = (type: Reference): Reference => (type.ofType ? named(type.ofType) : type);
export const nameOf = (type: Reference): string => named(type).name ?? '';
export const isList = (type: Reference): boolean => type.kind === 'LIST' || (type.ofType ? isList(type.ofType) : false);
export const isLeaf = (type: Reference): boolean => ['SCALAR', 'ENUM'].includes(named(type).kind);
