import type { MessageDescriptor } from "@lingui/core";
import type { ListName } from "@sekimori/karte-contract/lists";
import type { ReactNode } from "react";
import { ListCount, type ListCountProps } from "../lists/list-count.tsx";
import { ListTools, type ListToolsProps } from "./list-tools.tsx";

interface ListHeadProps<Name extends ListName> extends ListToolsProps<Name> {
  /** Undefined until it is known. */
  readonly count: ListCountProps["count"] | undefined;
  /** What is counted, with {figure} in it. */
  readonly counted: MessageDescriptor;
  /** What else can be done with the whole list. */
  readonly children?: ReactNode;
}

/**
 * At the end of a list's line of filters: how many entries match, and how one likes to see them. It stays
 * where it is whatever becomes of the list, for a dialog may be open in it.
 */
export function ListHead<Name extends ListName>({
  count,
  counted,
  children,
  ...tools
}: ListHeadProps<Name>) {
  return (
    <>
      {count && <ListCount count={count} words={counted} />}
      <ListTools {...tools} />
      {children}
    </>
  );
}
