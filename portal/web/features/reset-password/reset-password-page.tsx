import { pagePaths, pageUrl, queryNames } from "@sekimori/portal-contract/page-routes";
import { Navigate, useSearchParams } from "react-router";
import { EmailNotification } from "./email-notification.tsx";
import { EnterId } from "./enter-id.tsx";

/** /reset-password: its step stands in the query (SPEC 2). */
export function ResetPasswordPage() {
  const [query] = useSearchParams();
  switch (query.get(queryNames.step)) {
    case "enter-id":
      return <EnterId />;
    case "email-notification":
      return <EmailNotification />;
    default:
      return (
        <Navigate
          replace
          to={
            query.size === 0
              ? pageUrl("resetPassword", { step: "enter-id" })
              : pagePaths.pageNotFound
          }
        />
      );
  }
}
