import { useSyncExternalStore } from 'react';
import type { Truck } from './plan';

const FIRST: Truck = { size: 0, start: '07:00' };
const listeners = new Set<() => void>();

function listenTo(listen: () => void): () => void {
  listeners.add(listen);
  return () => void listeners.delete(listen);
}

const keyOf = (driver: string): string => `truck:${driver}`;

/** The truck of a driver. The gateway has no trucks, so this browser keeps them. */
export function useTruck(driver: string): [Truck, (truck: Truck) => void] {
  const text = useSyncExternalStore(listenTo, () => localStorage.getItem(keyOf(driver)));
  const keep = (truck: Truck) => {
    localStorage.setItem(keyOf(driver), JSON.stringify(truck));
    for (const listen of listeners) listen();
  };
  return [text === null ? FIRST : JSON.parse(text), keep];
}
