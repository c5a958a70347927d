import { pagePart } from "@sekimori/kit-web/routing/page-part";
import { lazy, Suspense } from "react";
import { language } from "../language.ts";
import { useSite } from "../site.ts";

const Notice = lazy(async () => ({
  default: await pagePart(language, {
    sentences: ["app/maintenance"],
    load: async () => (await import("../maintenance/maintenance-notice.tsx")).MaintenanceNotice,
  })(),
}));

/** What is closed for maintenance: loaded once something is. */
export function LateMaintenance({ isHeard = false }) {
  const site = useSite();
  return (
    (isHeard || site?.isInMaintenance) && (
      <Suspense>
        <Notice />
      </Suspense>
    )
  );
}
