import { useEffect, useRef } from "react";

// The router keeps its own entries beside ours in the same object and leaves ours alone.
const key = "draft";

/**
 * What was being typed when this entry of the browser's history was last left. A reload and the
 * back button bring it back as they do in a page without script; no web storage is used, and the
 * draft is gone with the tab.
 */
export function readDraft(): Readonly<Record<string, string>> {
  const state: unknown = window.history.state;
  if (typeof state !== "object" || state === null || !(key in state)) return {};
  const { draft } = state;
  if (typeof draft !== "object" || draft === null) return {};
  return Object.fromEntries(
    Object.entries(draft).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    ),
  );
}

/** Keeps values as this entry's draft at once; they must not contain a secret. */
export function writeDraft(values: Readonly<Record<string, string>>): void {
  window.history.replaceState({ ...window.history.state, [key]: values }, "");
}

/** Browsers refuse an entry that is replaced many times a second. */
const pauseMs = 300;

/**
 * Keeps a form's values as this entry's draft while they are typed: for the form's `onInput`.
 * `values` must not contain a secret.
 */
export function useDraft(values: () => Readonly<Record<string, string>>): () => void {
  const latest = useRef(values);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    latest.current = values;
  });

  useEffect(() => () => clearTimeout(timer.current), []);

  return () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => writeDraft(latest.current()), pauseMs);
  };
}
