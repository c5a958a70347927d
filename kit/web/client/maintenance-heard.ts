import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
let isHeard = false;

/** An answer said that something is closed for maintenance. */
export function hearOfMaintenance(): void {
  isHeard = true;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether this page has been told so. */
export const useMaintenanceHeard = (): boolean => useSyncExternalStore(subscribe, () => isHeard);
