export type ToastTone = "info" | "success" | "warning" | "danger";

export interface ToastContent {
  readonly tone: ToastTone;
  readonly title: string;
  readonly text?: string;
  /** The reference a person can quote to support. */
  readonly reference?: string;
  /** Seconds until what was refused may be tried again. */
  readonly waitSeconds?: number | undefined;
}

export interface Toast extends ToastContent {
  /** Rises with every toast; a view keyed by it announces two equal messages twice. */
  readonly id: number;
}

export interface ToastQueue {
  /** Closes the toast that is shown, if any, and shows this one. Returns its id. */
  show(toast: ToastContent): number;
  /** Closes the toast with this id; a toast that was replaced meanwhile is left alone. */
  close(id: number): void;
  /** Another page is shown, or an act begins: what is said of the one before is over. */
  clear(): void;
  /** The toast to show now. */
  current(): Toast | undefined;
  /** Calls back after each change; returns the function that ends it. */
  subscribe(listener: () => void): () => void;
}

interface ToastQueueOptions {
  /** Milliseconds until a toast closes itself; 0 keeps it until it is closed (specification 9). */
  readonly duration: number;
}

/**
 * One toast at a time, the previous one closed first (specification 8). Listeners hear of the closing and
 * of the opening separately, so a live region sees the old message go before the new one comes.
 */
export function createToastQueue({ duration }: ToastQueueOptions): ToastQueue {
  const listeners = new Set<() => void>();
  let shown: Toast | undefined;
  let lastId = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function change(next: Toast | undefined): void {
    clearTimeout(timer);
    if (next === shown) return;
    shown = next;
    for (const listener of listeners) listener();
  }

  function close(id: number): void {
    if (shown?.id === id) change(undefined);
  }

  return {
    show(toast) {
      if (shown) close(shown.id);
      lastId += 1;
      const id = lastId;
      change({ ...toast, id });
      if (duration > 0) timer = setTimeout(() => close(id), duration);
      return id;
    },
    close,
    clear: () => change(undefined),
    current: () => shown,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
