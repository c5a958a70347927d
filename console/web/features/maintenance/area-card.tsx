import { useLingui } from "@lingui/react/macro";
import { type ClosedView, endMaintenance } from "@sekimori/console-contract/endpoints/maintenance";
import type { MaintenanceArea } from "@sekimori/kit-contract/maintenance";
import { Badge } from "@sekimori/kit-web/primitives/badge";
import { Button } from "@sekimori/kit-web/primitives/button";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { useMay } from "../../app/session/session-query.ts";
import { toasts } from "../../app/toasts.ts";
import { useWriting } from "../../app/words/here.ts";
import { Facts } from "../../app/words/section.tsx";
import { areaWords } from "./area-words.ts";
import { readAgain } from "./maintenance-query.ts";
import { StartDialog } from "./start-dialog.tsx";

interface AreaCardProps {
  readonly area: MaintenanceArea;
  readonly closed: ClosedView | undefined;
}

/** One area: whether it is closed, why and until when, and what one may do about it. */
export function AreaCard({ area, closed }: AreaCardProps) {
  const { t, i18n } = useLingui();
  const { moment } = useWriting();
  const mayRun = useMay("run-maintenance");
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { name, about } = areaWords[area];
  const title = i18n._(name);

  async function end() {
    setBusy(true);
    try {
      await client.call(endMaintenance, { body: { area } });
      toasts.show({ tone: "success", title: t`Open again: ${title}.` });
    } catch (error) {
      reportError(error);
    }
    await readAgain();
    setBusy(false);
  }

  return (
    <li className="rounded-8 border border-border bg-surface p-4 sm:p-5">
      <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-std-18B-160">{title}</h2>
        <Badge tone={closed ? "warning" : "success"}>
          {closed ? t`Under maintenance` : t`Running`}
        </Badge>
      </div>
      <p className="text-[0.9375rem] leading-[1.7] text-muted">{i18n._(about)}</p>
      {closed && (
        <div className="mt-3">
          <Facts
            facts={[
              {
                id: "until",
                label: t`Ends`,
                value:
                  closed.endsAt === null ? t`When someone opens it again` : moment(closed.endsAt),
              },
              { id: "ja", label: t`Reason in Japanese`, value: closed.reason.ja },
              { id: "en", label: t`Reason in English`, value: closed.reason.en },
              { id: "since", label: t`Closed since`, value: moment(closed.startedAt) },
              { id: "by", label: t`Closed by`, value: closed.startedBy },
            ]}
          />
        </div>
      )}
      {mayRun && (
        <div className="mt-4 flex flex-wrap gap-3">
          {closed && (
            <Button
              size="small"
              variant="primary"
              pending={isBusy}
              pendingLabel={t`Working`}
              onClick={() => void end()}
            >
              {t`Open again`}
              <span className="sr-only">{`: ${title}`}</span>
            </Button>
          )}
          <Button size="small" onClick={() => setAsked(true)}>
            {closed ? t`Change reason or end` : t`Close for maintenance`}
            <span className="sr-only">{`: ${title}`}</span>
          </Button>
        </div>
      )}
      {isAsked && (
        <StartDialog area={area} present={closed?.reason} onClose={() => setAsked(false)} />
      )}
    </li>
  );
}
