import type { ReactNode } from "react";
import { useWindowTitle } from "../window-title/window-title.ts";

export interface PageHeaderProps {
  title: ReactNode;
  /** The title is a whole sentence, which in a name's size would fill a phone. */
  isSentence?: boolean | undefined;
  /** In one low line, for a page whose content is a list that is read daily. */
  isCompact?: boolean | undefined;
  /** Behind the heading, in its line. */
  beside?: ReactNode;
  /** The window's title where the heading is more than a text. */
  windowTitle?: string | undefined;
  /** One sentence on what the page is for. */
  description?: ReactNode;
  /** Buttons of the whole page, at the right where there is room. */
  actions?: ReactNode;
}

const sizes = {
  page: "text-std-26B-150 sm:text-std-32B-150",
  sentence: "text-std-20B-150 sm:text-std-26B-150",
  list: "text-std-20B-150",
} as const;

/** A page's first heading, and the window's title. Script can focus it; it shows no ring then. */
export function PageHeader(props: PageHeaderProps) {
  const {
    title,
    isSentence = false,
    isCompact = false,
    beside,
    windowTitle,
    description,
    actions,
  } = props;
  useWindowTitle(windowTitle ?? title);
  return (
    <header
      className={`flex flex-wrap justify-between ${isCompact ? "mb-2 items-center gap-x-4 gap-y-2" : "mb-8 items-start gap-x-8 gap-y-4"}`}
    >
      {/* A long sentence below the heading does not push the buttons below it. */}
      <div className={isCompact ? "min-w-0" : "min-w-0 sm:flex-1 sm:basis-80"}>
        <div className="flex items-center gap-1">
          <h1
            tabIndex={-1}
            // It may part a long word where there is no room for it.
            className={`min-w-0 ${isCompact ? sizes.list : isSentence ? sizes.sentence : sizes.page}`}
          >
            {title}
          </h1>
          {beside}
        </div>
        {description && <p className="mt-2 max-w-[44rem] text-muted">{description}</p>}
      </div>
      {actions && (
        <div className={`flex flex-wrap items-center ${isCompact ? "gap-2" : "min-h-12 gap-3"}`}>
          {actions}
        </div>
      )}
    </header>
  );
}
