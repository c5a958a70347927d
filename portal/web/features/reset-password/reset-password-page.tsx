import { useNavigate, useSearchParams } from "@sekimori/kit-web/routing/navigation";
import { useStepArrival } from "@sekimori/kit-web/shell/use-arrival";
import { pagePaths, pageUrl, queryNames } from "@sekimori/portal-contract/page-routes";
import { useEffect } from "react";
import { EmailNotification } from "./email-notification.tsx";
import { EnterId } from "./enter-id.tsx";

/** /reset-password: its step stands in the query (specification 2). */
export function ResetPasswordPage() {
  const [query] = useSearchParams();
  const step = query.get(queryNames.step) ?? undefined;
  useStepArrival(step);
  switch (step) {
    case "enter-id":
      return <EnterId />;
    case "email-notification":
      return <EmailNotification />;
    default:
      return <OtherPage bare={query.size === 0} />;
  }
}

/** Without a query the first step is meant; a query that means nothing leads nowhere. */
function OtherPage({ bare }: { bare: boolean }) {
  const navigate = useNavigate();
  const to = bare ? pageUrl("resetPassword", { step: "enter-id" }) : pagePaths.pageNotFound;

  useEffect(() => {
    void navigate(to, { replace: true });
  }, [navigate, to]);

  return null;
}
