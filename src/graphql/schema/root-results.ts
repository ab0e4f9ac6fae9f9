import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import { type GraphQLFieldResolver, type GraphQLTypeResolver, getNullableType, isListType } from 'graphql';
import type { Context, Root } from './context.ts';

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      roots: RootsPlugin<Types>;
    }
  }
}

type Resolve = GraphQLFieldResolver<unknown, object, object>;
type ResolveType = GraphQLTypeResolver<unknown, object>;

/** Plugins are written for every builder; this one's has this context. */
const rootsOf = (context: object): Root[] => (context as Context).roots;

/**
 * Notes in `context.roots` each root field that is executed, and the type that a mutation answers, selected or not. For
 * an update of many, those of the results that are selected.
 */
class RootsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(resolve: Resolve, { parentType }: PothosOutputFieldConfig<Types>): Resolve {
    if (parentType !== 'Query' && parentType !== 'Mutation') return resolve;
    return (source, args, context, info) => {
      rootsOf(context).push({ key: info.path.key, field: info.fieldName, result: undefined });
      return resolve(source, args, context, info);
    };
  }

  override wrapSubscribe(subscribe: Resolve | undefined): Resolve | undefined {
    if (subscribe === undefined) return undefined;
    return (source, args, context, info) => {
      rootsOf(context).push({ key: info.path.key, field: info.fieldName, result: undefined });
      return subscribe(source, args, context, info);
    };
  }

  override wrapResolveType(resolveType: ResolveType): ResolveType {
    return (value, context, info, type) => {
      const name = resolveType(value, context, info, type);
      const { key, prev: above } = info.path;
      if (typeof name !== 'string' || above?.prev !== undefined || info.operation.operation !== 'mutation') return name;
      const root = rootsOf(context).find((each) => each.key === (above?.key ?? key));
      if (root === undefined) return name;
      if (above === undefined) root.result = name;
      else if (isListType(getNullableType(info.returnType)))
        root.patches = { ...root.patches, [name]: (root.patches?.[name] ?? 0) + 1 };
      return name;
    };
  }
}

SchemaBuilder.registerPlugin('roots', RootsPlugin);
