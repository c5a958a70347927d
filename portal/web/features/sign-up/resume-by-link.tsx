import { useLingui } from "@lingui/react/macro";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Button } from "@sekimori/kit-web/primitives/button";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { EmptyState } from "@sekimori/kit-web/primitives/empty-state";
import { Loading, Skeleton } from "@sekimori/kit-web/primitives/skeleton";
import { Link } from "@sekimori/kit-web/routing/link";
import { useNavigate } from "@sekimori/kit-web/routing/navigation";
import { confirmSignUp } from "@sekimori/portal-contract/endpoints/sign-up";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { client } from "../../app/client.ts";
import { errorSentence } from "../../app/sentences/error-sentences.ts";
import { beginFlow } from "../../app/sign-up-flow/flow-query.ts";

/**
 * The mailed link: proves the address and takes the sign-up over to this browser, whichever one
 * it began in. The link works once, so its answer is asked for once, however often this renders.
 */
export function ResumeByLink({ token }: { token: string }) {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(
    {
      queryKey: ["sign-up-link", token],
      queryFn: () => client.call(confirmSignUp, { body: { token } }),
      staleTime: Number.POSITIVE_INFINITY,
    },
    queryClient,
  );

  useEffect(() => {
    if (data) void navigate(beginFlow(data.flow), { replace: true });
  }, [data, navigate]);

  if (!error) {
    return (
      <Loading label={t`Opening your registration`}>
        <Skeleton className="h-9 w-3/5" />
        <Skeleton className="mt-6 h-12 w-full" />
      </Loading>
    );
  }
  const exists = isApiError(error, "LoginIDExists");
  const final = exists || isApiError(error, "CodeInvalid", "CodeExpired", "InvalidInput");
  return (
    <EmptyState
      level={1}
      title={exists ? t`You already have an account` : t`This link can't be used`}
      action={
        final ? (
          <>
            <Link to={pagePaths.login} className={buttonClass({ variant: "primary" })}>
              {t`Log in`}
            </Link>
            {!exists && (
              <Link to={pagePaths.register} className={buttonClass({})}>
                {t`Start registration over`}
              </Link>
            )}
          </>
        ) : (
          <Button onClick={() => refetch()}>{t`Try again`}</Button>
        )
      }
    >
      {final && !exists
        ? t`This link has expired or has already been used. If you started to register, log in or start again to get a new one.`
        : isApiError(error) && errorSentence(error, i18n)}
    </EmptyState>
  );
}
