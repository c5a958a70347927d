import { useSearchParams } from "@sekimori/kit-web/routing/navigation";
import { queryNames } from "@sekimori/portal-contract/page-routes";
import { lazy, Suspense } from "react";
import { ChangePassword } from "./change-password.tsx";

// Whoever types the code needs nothing of what asks about a link.
const ByLink = lazy(async () => ({ default: (await import("./by-link.tsx")).ByLink }));

/** /reset-password/change-password: the mailed link or code, and a new password. */
export function ChangePasswordPage() {
  const [query] = useSearchParams();
  const token = query.get(queryNames.token);
  if (token === null) return <ChangePassword link={undefined} />;
  return (
    <Suspense>
      <ByLink token={token} />
    </Suspense>
  );
}
