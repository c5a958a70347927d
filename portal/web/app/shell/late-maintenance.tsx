import { useMaintenanceHeard } from "@sekimori/kit-web/client/maintenance-heard";
import { pagePart } from "@sekimori/kit-web/routing/page-part";
import { lazy, Suspense } from "react";
import { language } from "../language.ts";
import { useSite } from "../site.ts";

const load = pagePart(language, {
  sentences: ["app/maintenance"],
  load: async () => (await import("../maintenance/maintenance-notice.tsx")).MaintenanceNotice,
});

const Notice = lazy(async () => ({ default: await load() }));

/** What is closed for maintenance: loaded once something is. */
export function LateMaintenance() {
  const isHeard = useMaintenanceHeard();
  if (!useSite()?.isInMaintenance && !isHeard) return null;
  return (
    <Suspense>
      <Notice />
    </Suspense>
  );
}
