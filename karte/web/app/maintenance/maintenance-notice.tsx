import { useLingui } from "@lingui/react/macro";
import { showMaintenance } from "@sekimori/karte-contract/endpoints/site";
import { useClosed } from "@sekimori/kit-web/maintenance/closed-areas";
import { MaintenanceBanner } from "@sekimori/kit-web/maintenance/maintenance-banner";
import { client } from "../client.ts";
import { language } from "../language.ts";

const read = () => client.call(showMaintenance);
const areas = ["everything", "management-application"] as const;

/** That the management application is closed, alone or with everything. */
export function MaintenanceNotice() {
  const { t } = useLingui();
  const [closed] = useClosed(read, areas);
  if (closed === undefined) return null;
  return (
    <div className="px-4 pt-4 sm:px-8">
      <MaintenanceBanner
        closed={closed}
        locale={language.current()}
        title={
          closed.area === "everything"
            ? t`The service is under maintenance`
            : t`The management application is closed for maintenance`
        }
        meanwhile={t`You can look at everything, but you can't change anything. Scans in progress go on.`}
        untilLabel={t`Until:`}
        openEnd={t`The end time isn't known yet.`}
      />
    </div>
  );
}
