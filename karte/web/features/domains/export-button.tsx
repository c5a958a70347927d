import { useLingui } from "@lingui/react/macro";
import { exportChosenDomains, exportDomains } from "@sekimori/karte-contract/endpoints/domains";
import type { EndpointInput } from "@sekimori/kit-contract/endpoint";
import { saveFile } from "@sekimori/kit-web/client/save-file";
import { DownloadIcon } from "@sekimori/kit-web/icons";
import { Button } from "@sekimori/kit-web/primitives/button";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { actKeys } from "../../app/search/key-of.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import type { DomainFilters } from "./domain-queries.ts";

type ChosenDomains = EndpointInput<typeof exportChosenDomains>["body"];

interface ExportButtonProps {
  readonly filters: DomainFilters;
  /** Instead of all that match. */
  readonly chosen?: ChosenDomains;
}

/** The list as it is narrowed, or what is chosen of it, as a file for a spreadsheet. */
export function ExportButton({ filters, chosen }: ExportButtonProps) {
  const { t } = useLingui();
  const [busy, setBusy] = useState(false);

  async function take() {
    setBusy(true);
    try {
      const { fileName, text } = chosen
        ? await client.call(exportChosenDomains, { body: chosen })
        : await client.call(exportDomains, { query: filters });
      saveFile(fileName, text);
    } catch (error) {
      reportError(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button
      aria-keyshortcuts={chosen && actKeys.export}
      size="small"
      icon={chosen ? undefined : <DownloadIcon />}
      pending={busy}
      aria-label={chosen ? undefined : t`Export as CSV`}
      title={chosen ? undefined : t`Export as CSV`}
      onClick={() => void take()}
    >
      {chosen ? t`Export selected as CSV` : "CSV"}
    </Button>
  );
}
