import { useLingui } from "@lingui/react/macro";
import { selectFindings } from "@sekimori/karte-contract/endpoints/findings";
import { client } from "../../app/client.ts";
import type { FindingFilterQuery } from "../../app/findings/finding-groups-query.ts";
import type { Selection } from "../../app/lists/use-selection.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { toasts } from "../../app/toasts.ts";

/** Selects all that match, as many as one act may take. */
export function useTakeAll(selection: Selection, filters: FindingFilterQuery) {
  const { t, i18n } = useLingui();
  return async (): Promise<void> => {
    try {
      const { findings, more } = await client.call(selectFindings, { body: filters });
      selection.replace(findings);
      const most = i18n.number(findings.length);
      if (more) {
        toasts.show({
          tone: "info",
          title: t`At most ${{ most }} at a time`,
          text: t`The most severe matches are selected.`,
        });
      }
    } catch (error) {
      reportError(error);
    }
  };
}
