/** The look of what floats above the page: menus, popovers. */
export const floatClass =
  "max-w-[calc(100vw-1rem)] animate-appear overflow-auto rounded-8 border border-border bg-raised text-text shadow-float";
