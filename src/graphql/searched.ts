import { datamodel } from '../db/model.ts';

/** The fields that a filter or an order of each model reads. An index holds them, so their texts have a maximum length. */
const searched = new Map<string, Set<string>>();

/** Registers a field that a filter or an order reads. Throws at the start for one that the model does not have. */
export function addSearched(model: string, field: string): void {
  if (!datamodel.models[model]?.fields.some(({ name }) => name === field))
    throw new Error(`The model ${model} has no field "${field}".`);
  searched.set(model, (searched.get(model) ?? new Set()).add(field));
}

export const isSearched = (model: string, field: string): boolean => searched.get(model)?.has(field) ?? false;
