import type { ReactNode } from "react";
import { PageHeader } from "../primitives/page-header.tsx";

interface NarrowPageProps {
  readonly title: ReactNode;
  /** The title is a whole sentence, which in a name's size would fill a phone. */
  readonly isSentence?: boolean;
  readonly description?: ReactNode;
  /** "form" for one column of fields, "document" for what is read. */
  readonly width?: "form" | "document";
  readonly children: ReactNode;
}

/** A page outside of the signed-in frame: one column under its heading. */
export function NarrowPage(props: NarrowPageProps) {
  const { title, isSentence, description, width = "form", children } = props;
  const measure = width === "form" ? "max-w-[36rem]" : "max-w-[52rem]";
  return (
    <div className={`mx-auto w-full px-4 py-10 sm:py-16 ${measure}`}>
      <PageHeader title={title} isSentence={isSentence} description={description} />
      {children}
    </div>
  );
}
