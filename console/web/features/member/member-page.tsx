import { useLingui } from "@lingui/react/macro";
import { pagePaths } from "@sekimori/console-contract/page-routes";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { EmptyState } from "@sekimori/kit-web/primitives/empty-state";
import { Link } from "@sekimori/kit-web/routing/link";
import { useSearchParams } from "@sekimori/kit-web/routing/navigation";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { look } from "../../app/look.ts";
import { HistorySection } from "./history-section.tsx";
import { memberQuery } from "./member-queries.ts";
import { ReasonForm } from "./reason-form.tsx";
import { ShownMember } from "./shown-member.tsx";

/** A member on one page; asks why where no search has said it. */
export function MemberPage() {
  const { t } = useLingui();
  const [query] = useSearchParams();
  const id = query.get("id");
  const [reason, setReason] = useState(look.reasonFor(id));
  if (id === null) return <Nobody title={t`No member was chosen`} />;
  return reason === undefined ? (
    <ReasonForm onReason={setReason} />
  ) : (
    <Opened key={id} id={id} reason={reason} />
  );
}

function Nobody({ title }: { readonly title: string }) {
  const { t } = useLingui();
  return (
    <EmptyState
      level={1}
      title={title}
      action={
        <Link to={pagePaths.find} className={buttonClass({})}>
          {t`Find a member`}
        </Link>
      }
    />
  );
}

function Opened({ id, reason }: { readonly id: string; readonly reason: string }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(memberQuery(id, reason), queryClient);
  if (data) return <ShownMember member={data} reason={reason} />;
  const isGone = isApiError(error, "MemberNotFound") || isApiError(error, "InvalidInput");
  if (!isGone) return <QueryState error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <Nobody title={t`We can't find this account`} />
      <HistorySection member={id} reason={reason} />
    </>
  );
}
