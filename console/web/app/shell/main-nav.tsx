import { useLingui } from "@lingui/react/macro";
import { pagePaths } from "@sekimori/console-contract/page-routes";
import { useMay } from "../session/session-query.ts";
import type { MainPage } from "./main-pages.tsx";

/** The pages that one begins with; those alone that the roles open. */
export function useMainPages(): readonly MainPage[] {
  const { t } = useLingui();
  const pages = [
    { path: pagePaths.find, name: t`Find a member`, may: useMay("find-members") },
    { path: pagePaths.work, name: t`Work queue`, may: useMay("see-work") },
    { path: pagePaths.requests, name: t`Requests`, may: useMay("see-requests") },
    { path: pagePaths.month, name: t`Month`, may: useMay("see-month") },
    { path: pagePaths.funnel, name: t`Registrations`, may: useMay("see-funnel") },
    { path: pagePaths.prices, name: t`Prices`, may: useMay("see-prices") },
    { path: pagePaths.staff, name: t`Staff`, may: useMay("see-staff") },
    { path: pagePaths.keys, name: t`Keys`, may: useMay("see-keys") },
    { path: pagePaths.maintenance, name: t`Maintenance`, may: useMay("see-maintenance") },
  ];
  return pages.filter(({ may }) => may);
}
