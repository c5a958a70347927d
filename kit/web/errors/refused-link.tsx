import type { ReactNode } from "react";
import type { ApiError } from "../client/api-error.ts";
import { useFormSentences } from "../form/form-sentences.ts";
import { Banner } from "../primitives/banner.tsx";
import { ErrorWait } from "./error-wait.tsx";

interface RefusedLinkProps {
  readonly problem: ApiError;
  /** Of a link that can't be used any more. */
  readonly title: string;
  readonly children: ReactNode;
}

/** Why a mailed link did nothing: it can't be used any more, or too many were tried and it waits. */
export function RefusedLink({ problem, title, children }: RefusedLinkProps) {
  const words = useFormSentences();
  const isTooMany = problem.type === "TooManyRequest";
  return (
    <Banner
      tone="danger"
      role="alert"
      className="mb-6"
      title={isTooMany ? words.error(problem) : title}
    >
      {isTooMany ? <ErrorWait error={problem} /> : children}
    </Banner>
  );
}
