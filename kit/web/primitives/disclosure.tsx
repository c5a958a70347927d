import type { ComponentProps, ReactNode } from "react";
import { ChevronRightIcon } from "../icons/icons.tsx";
import { classNames } from "./class-names.ts";

export interface DisclosureProps extends ComponentProps<"details"> {
  summary: ReactNode;
  children: ReactNode;
}

/** Details on demand: the native element, found by the browser's own search in the page. */
export function Disclosure({ summary, className, children, ...rest }: DisclosureProps) {
  return (
    <details {...rest} className={classNames("group/details", className)}>
      <summary className="flex w-fit cursor-pointer list-none items-center gap-2 rounded-4 py-1.5 font-700 text-link hover:underline hover:underline-offset-[0.2em] [&::-webkit-details-marker]:hidden">
        <ChevronRightIcon className="shrink-0 transition-transform group-open/details:rotate-90" />
        {summary}
      </summary>
      <div className="mt-2 ml-2.5 border-l border-border-strong pl-5">{children}</div>
    </details>
  );
}
