/** The look shared by native controls that one types in or picks from. */
export const controlClass =
  "block min-h-12 w-full rounded-6 border border-border-strong bg-surface px-3.5 py-2 text-std-16N-170 text-text transition-colors hover:border-text [&[readonly]]:bg-sunken disabled:cursor-not-allowed disabled:border-border disabled:bg-sunken disabled:text-muted aria-invalid:border-danger aria-invalid:shadow-[inset_0_0_0_1px_var(--danger)]";
