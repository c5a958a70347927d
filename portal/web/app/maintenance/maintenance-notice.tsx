import { useLingui } from "@lingui/react/macro";
import type { MaintenanceArea } from "@sekimori/kit-contract/maintenance";
import { useClosed } from "@sekimori/kit-web/maintenance/closed-areas";
import { MaintenanceBanner } from "@sekimori/kit-web/maintenance/maintenance-banner";
import { usePageHandle } from "@sekimori/kit-web/routing/navigation";
import { showMaintenance } from "@sekimori/portal-contract/endpoints/site";
import { unasked } from "../client.ts";
import { language } from "../language.ts";
import type { PageHandle } from "../routing/page-handle.ts";
import { areasOf } from "./areas-of.ts";

const read = () => unasked.call(showMaintenance);

/** What is closed of what the page is for. */
export function MaintenanceNotice() {
  const { t } = useLingui();
  const handle = usePageHandle<PageHandle>();
  const closed = useClosed(read, handle === undefined ? [] : areasOf(handle.page));
  if (closed.length === 0) return null;
  const titles: Readonly<Record<MaintenanceArea, string>> = {
    "sign-up": t`Registration is closed for maintenance`,
    "log-in": t`Login is closed for maintenance`,
    payment: t`Payments and cards are closed for maintenance`,
    "management-application": t`The management application is closed for maintenance`,
    everything: t`The service is under maintenance`,
  };
  const meanwhile: Readonly<Record<MaintenanceArea, string>> = {
    "sign-up": t`If your card is already saved, you can finish registering.`,
    "log-in": t`If you're already logged in, you can keep using the service.`,
    payment: t`You can look at everything here, and cancel your contract. Payments in progress are completed.`,
    "management-application": t`You can look at everything, but you can't change anything.`,
    everything: t`If you're logged in, you can look at everything, but you can't change anything.`,
  };
  return (
    <div className="mx-auto grid w-full max-w-[60rem] gap-3 px-4 py-4 sm:px-8">
      {closed.map((one) => (
        <MaintenanceBanner
          key={one.area}
          closed={one}
          locale={language.current()}
          title={titles[one.area]}
          meanwhile={meanwhile[one.area]}
          untilLabel={t`Until:`}
          openEnd={t`The end time isn't known yet.`}
        />
      ))}
    </div>
  );
}
