const look =
  "block w-full rounded-6 border border-border-strong bg-surface text-text transition-colors hover:border-text [&[readonly]]:bg-sunken disabled:cursor-not-allowed disabled:border-border disabled:bg-sunken disabled:text-muted aria-invalid:border-danger aria-invalid:shadow-[inset_0_0_0_1px_var(--danger)]";

/** The look shared by native controls that one types in or picks from. */
export const controlClass = `${look} min-h-12 px-3.5 py-2 text-std-16N-170`;

/** The same as high as a small button; on a phone 16 px, below which browsers zoom in. */
export const denseControlClass = `${look} min-h-9 px-3 py-1 text-[1rem] leading-[1.5] sm:text-[0.875rem]`;
