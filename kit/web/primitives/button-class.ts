import { classNames } from "./class-names.ts";

export type ButtonVariant = "primary" | "secondary" | "plain" | "danger";
export type ButtonSize = "large" | "medium" | "small" | "tiny";

export interface ButtonLook {
  /** `primary` once per view; `secondary` beside it; `plain` for what stands in text; `danger` destroys. */
  variant?: ButtonVariant | undefined;
  /** `large` (48 px) for the action of a form, `medium` (44 px) elsewhere, `small` (36 px) beside lists, `tiny` (28 px) in their rows. */
  size?: ButtonSize | undefined;
  /** Fills its container. */
  wide?: boolean | undefined;
  /** Begins where the text around it does, its box a little before: no further than a phone has room. */
  flush?: boolean | undefined;
}

const base =
  "relative inline-flex shrink-0 cursor-pointer items-center justify-center gap-2 rounded-6 border text-center font-700 [word-break:auto-phrase] no-underline transition-colors select-none aria-disabled:cursor-not-allowed disabled:cursor-not-allowed";

const off =
  "not-aria-busy:aria-disabled:border-border not-aria-busy:aria-disabled:bg-sunken not-aria-busy:aria-disabled:text-muted disabled:border-border disabled:bg-sunken disabled:text-muted";

const variants: Record<ButtonVariant, string> = {
  primary: "border-key bg-key text-on-key hover:border-key-hover hover:bg-key-hover",
  secondary: "border-border-strong bg-surface text-text hover:border-key hover:bg-key-soft",
  plain: "border-transparent bg-transparent text-link hover:bg-key-soft",
  danger: "border-danger bg-danger text-on-danger hover:border-danger-hover hover:bg-danger-hover",
};

const sizes: Record<ButtonSize, string> = {
  large: "min-h-12 py-2 text-std-16N-170 font-700",
  medium: "min-h-11 py-1.5 text-std-16N-170 font-700",
  small: "min-h-9 py-1 text-dns-14N-130 font-700",
  tiny: "min-h-7 py-0.5 text-dns-14N-130 font-700",
};

const sides: Record<ButtonSize, string> = {
  large: "px-6",
  medium: "px-5",
  small: "px-3.5",
  tiny: "px-2.5",
};

/** The look of a button, for elements that are not ours: a router's link, a file input's label. */
export function buttonClass({
  variant = "secondary",
  size = "medium",
  wide,
  flush,
}: ButtonLook): string {
  const side = flush ? "-ml-[calc(0.75rem+1px)] px-3" : sides[size];
  return classNames(base, variants[variant], sizes[size], side, off, wide && "w-full");
}
