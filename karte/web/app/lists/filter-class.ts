/** A filter in its line: 28 px high, and marked where it narrows the list. */
export const filterClass = (isSet: boolean) =>
  `inline-flex min-h-7 max-w-full items-center gap-1.5 rounded-full border px-3 text-[0.875rem] leading-[1.5] transition-colors hover:border-key ${isSet ? "border-key bg-key-soft font-700" : "border-border-strong bg-surface"}`;
