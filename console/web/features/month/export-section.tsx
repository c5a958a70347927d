import { useLingui } from "@lingui/react/macro";
import { exportMonth } from "@sekimori/console-contract/endpoints/month";
import { accountingFormats } from "@sekimori/console-contract/words";
import { saveFile } from "@sekimori/kit-web/client/save-file";
import { client } from "../../app/client.ts";
import { useMay } from "../../app/session/session-query.ts";
import { ActButton } from "../../app/words/act-button.tsx";
import { Section } from "../../app/words/section.tsx";
import { readAgain } from "./month-query.ts";

const names: Readonly<Record<(typeof accountingFormats)[number], string>> = {
  freee: "freee",
  moneyforward: "Money Forward",
};

/** The month's books as files that accounting services import. */
export function ExportSection({ month }: { readonly month: string }) {
  const { t } = useLingui();
  const mayExport = useMay("export-month");
  return (
    <Section title={t`Exports`}>
      <p className="mb-3 text-[0.9375rem] text-muted">
        {mayExport
          ? t`A file for your accounting service. It names members, and the audit log keeps who saved it.`
          : t`Someone with the role “Billing” or “Auditor” can export the month.`}
      </p>
      {mayExport && (
        <div className="flex flex-wrap gap-3">
          {accountingFormats.map((format) => (
            <ActButton
              readAgain={readAgain}
              key={format}
              of={month}
              act={async () => {
                const { file } = await client.call(exportMonth, { body: { month, format } });
                saveFile(`${month}-${format}.csv`, file);
                return t`The file is saved.`;
              }}
            >
              {t`Export for ${{ service: names[format] }}`}
            </ActButton>
          ))}
        </div>
      )}
    </Section>
  );
}
