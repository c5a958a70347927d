import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { changeMonthlySummary } from "@sekimori/portal-contract/endpoints/monthly-summary";
import { client } from "../../app/client.ts";
import { MailButton } from "./mail-button.tsx";

const said = { on: msg`Monthly summary turned on`, off: msg`Monthly summary turned off` };

export function MonthlySummaryButton({ enabled }: { enabled: boolean }) {
  const { t } = useLingui();
  return (
    <MailButton
      about={t`Monthly summary email`}
      enabled={enabled}
      change={(next) => client.call(changeMonthlySummary, { body: { enabled: next } })}
      said={said}
    />
  );
}
