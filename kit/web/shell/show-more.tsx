import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "../primitives/button.tsx";

interface ShowMoreProps {
  readonly query: Pick<
    UseInfiniteQueryResult,
    "hasNextPage" | "isFetchingNextPage" | "fetchNextPage"
  >;
  readonly pendingLabel: string;
  readonly size?: "small";
  readonly className: string;
  readonly children: ReactNode;
}

/** Below a list that comes in parts: the next part, while there is one. */
export function ShowMore({ query, size, className, pendingLabel, children }: ShowMoreProps) {
  if (!query.hasNextPage) return null;
  return (
    <Button
      size={size}
      className={className}
      pending={query.isFetchingNextPage}
      pendingLabel={pendingLabel}
      onClick={() => void query.fetchNextPage()}
    >
      {children}
    </Button>
  );
}
