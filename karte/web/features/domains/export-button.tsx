import { useLingui } from "@lingui/react/macro";
import { exportDomains } from "@sekimori/karte-contract/endpoints/domains";
import { DownloadIcon } from "@sekimori/kit-web/icons";
import { Button } from "@sekimori/kit-web/primitives/button";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { saveFile } from "../../app/save-file.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import type { DomainFilters } from "./bulk-bar.tsx";

/** The list as it is narrowed, as a file for a spreadsheet. */
export function ExportButton({ filters }: { readonly filters: DomainFilters }) {
  const { t } = useLingui();
  const [busy, setBusy] = useState(false);

  async function take() {
    setBusy(true);
    try {
      const { fileName, text } = await client.call(exportDomains, { query: filters });
      saveFile(fileName, text);
    } catch (error) {
      reportError(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button size="small" icon={<DownloadIcon />} pending={busy} onClick={() => void take()}>
      {t`Export as CSV`}
    </Button>
  );
}
