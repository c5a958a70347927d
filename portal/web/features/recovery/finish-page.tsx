import { useLingui } from "@lingui/react/macro";
import { NotFoundIllustration } from "@sekimori/kit-web/brand/state-illustrations";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { StatePage } from "@sekimori/kit-web/primitives/state-page";
import { Link } from "@sekimori/kit-web/routing/link";
import { useSearchParams } from "@sekimori/kit-web/routing/navigation";
import { NarrowPage } from "@sekimori/kit-web/shell/narrow-page";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { lookAtRecovery } from "@sekimori/portal-contract/endpoints/recovery";
import { pageUrl, queryNames } from "@sekimori/portal-contract/page-routes";
import { useQuery } from "@tanstack/react-query";
import { unasked } from "../../app/client.ts";
import { FinishForm } from "./finish-form.tsx";

/** /reset-password/recover: the link that was mailed when the delay was over, and a new password. */
export function FinishRecoveryPage() {
  const { t } = useLingui();
  const [query] = useSearchParams();
  const token = query.get(queryNames.token) ?? "";
  const { data, error, refetch } = useQuery(
    {
      queryKey: ["recovery-link", token],
      queryFn: () => unasked.call(lookAtRecovery, { body: { token } }),
      enabled: token !== "",
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    },
    queryClient,
  );
  if (data) return <FinishForm token={token} {...data} />;
  if (token === "" || isApiError(error, "CodeExpired", "InvalidInput")) {
    return (
      <StatePage
        title={t`This link is no longer valid`}
        illustration={<NotFoundIllustration />}
        action={
          <>
            <Link
              to={pageUrl("resetPassword", { step: "enter-id" })}
              className={buttonClass({ variant: "primary", size: "large", wide: true })}
            >
              {t`Start recovery again`}
            </Link>
            <Link to={pageUrl("login")} className={linkClass}>
              {t`Go to login`}
            </Link>
          </>
        }
      >
        {t`It has expired or has already been used, or the recovery was stopped.`}
      </StatePage>
    );
  }
  return (
    <NarrowPage title={t`Choose a new password`}>
      <QueryState error={error} onRetry={() => void refetch()} />
    </NarrowPage>
  );
}
