import { useLingui } from "@lingui/react/macro";
import { certificateNoticeDays } from "@sekimori/karte-contract/constants";
import { changeAlertChoice } from "@sekimori/karte-contract/endpoints/alerts";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Checkbox } from "@sekimori/kit-web/primitives/checkbox";
import { useQuery } from "@tanstack/react-query";
import { client } from "../../app/client.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { alertChoiceQuery } from "../../app/session/alert-choice-query.ts";

/** How the person is told of what everybody is told of: each way is theirs to switch. */
export function OwnAlerts() {
  const { t } = useLingui();
  const { data } = useQuery(alertChoiceQuery, queryClient);
  if (!data) return null;

  async function change(body: { mail?: boolean; bell?: boolean; digest?: boolean }) {
    // At once, as a switch does; the server's answer stands in the end.
    queryClient.setQueryData(alertChoiceQuery.queryKey, (now) => now && { ...now, ...body });
    try {
      await client.call(changeAlertChoice, { body });
    } catch (failure) {
      reportError(failure);
    }
    await queryClient.invalidateQueries({ queryKey: alertChoiceQuery.queryKey });
  }

  const noMail = data.planHasMail ? undefined : t`Your plan has no alerts by email.`;
  return (
    <section aria-labelledby="own-alerts" className="mt-10 max-w-[44rem]">
      <h2 id="own-alerts" className="text-std-20B-150">{t`Your alerts`}</h2>
      <p className="mt-1 mb-4 text-muted">
        {t`New critical and high findings, a grade that drops, a certificate that expires within ${{ certificateNoticeDays }} days and ownership that's no longer verified, for every domain you can see. Changes apply to you only.`}
      </p>
      <div className="flex flex-col gap-3">
        <Checkbox
          label={t`Alerts in the app`}
          checked={data.bell}
          onChange={(event) => void change({ bell: event.currentTarget.checked })}
        />
        <Checkbox
          label={t`Alerts by email`}
          help={noMail ?? t`One email an hour at most.`}
          disabled={!data.planHasMail}
          checked={data.mail && data.planHasMail}
          onChange={(event) => void change({ mail: event.currentTarget.checked })}
        />
        <Checkbox
          label={t`Weekly digest by email`}
          help={noMail ?? t`On Monday mornings. A week in which nothing happened is one line.`}
          disabled={!data.planHasMail}
          checked={data.digest && data.planHasMail}
          onChange={(event) => void change({ digest: event.currentTarget.checked })}
        />
      </div>
    </section>
  );
}
