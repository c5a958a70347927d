import { useSyncExternalStore } from "react";
import type { Toast, ToastQueue } from "./toast-queue.ts";

/** The toast a view has to show now; rendering follows the queue. */
export function useToast(queue: ToastQueue): Toast | undefined {
  return useSyncExternalStore(queue.subscribe, queue.current, queue.current);
}
