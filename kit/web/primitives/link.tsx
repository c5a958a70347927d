import type { ComponentProps } from "react";
import { ExternalIcon } from "../icons/first-icons.tsx";
import { type ButtonLook, buttonClass } from "./button-class.ts";
import { classNames } from "./class-names.ts";

/** The look of a link in running text, for a router's own link component. */
export const linkClass =
  "cursor-pointer text-link underline decoration-1 underline-offset-[0.2em] transition-[text-decoration-thickness] hover:decoration-2";

/** The look of a link that stands alone or in a list of links, underlined on hover only. */
export const quietLinkClass =
  "cursor-pointer text-text no-underline underline-offset-[0.2em] hover:text-link hover:underline";

export interface LinkProps extends ComponentProps<"a"> {
  quiet?: boolean | undefined;
  /** Opens a new tab; the text tells so to screen readers ("opens in a new tab"). */
  newTabLabel?: string | undefined;
}

/** A native anchor. With `newTabLabel` it opens a new tab that knows nothing of this one. */
export function Link({ quiet, newTabLabel, className, children, ...rest }: LinkProps) {
  return (
    <a
      {...rest}
      {...(newTabLabel !== undefined && { target: "_blank", rel: "noopener noreferrer" })}
      className={classNames(quiet ? quietLinkClass : linkClass, className)}
    >
      {children}
      {newTabLabel !== undefined && (
        <>
          <ExternalIcon width="0.9em" height="0.9em" className="ml-1 inline align-[-0.08em]" />
          <span className="sr-only"> ({newTabLabel})</span>
        </>
      )}
    </a>
  );
}

export interface ButtonLinkProps extends ButtonLook, ComponentProps<"a"> {}

/** An anchor that looks like a button: it goes somewhere and does nothing else. */
export function ButtonLink({ variant, size, wide, flush, className, ...rest }: ButtonLinkProps) {
  const look = buttonClass({ variant, size, wide, flush });
  return <a {...rest} className={classNames(look, className)} />;
}
