import { useLingui } from "@lingui/react/macro";
import { scanNewHosts } from "@sekimori/karte-contract/endpoints/discovery";
import type { DomainPage } from "@sekimori/karte-contract/endpoints/domains";
import { formatMoment } from "@sekimori/kit-contract/dates";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Button } from "@sekimori/kit-web/primitives/button";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { language } from "../../app/language.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { useMay } from "../../app/session/session-query.ts";

interface NewHostsProps {
  readonly domain: DomainPage;
  readonly since: string | null;
}

/** Whether subdomains are scanned as they appear: it is agreed to by itself, and ends with the consent. */
export function NewHosts({ domain: { id }, since }: NewHostsProps) {
  const { t } = useLingui();
  const mayConsent = useMay("consent");
  const [busy, setBusy] = useState(false);

  async function change() {
    setBusy(true);
    try {
      const body =
        since === null ? ({ scan: true, agreed: true } as const) : ({ scan: false } as const);
      await client.call(scanNewHosts, { params: { id }, body });
      await queryClient.invalidateQueries({ queryKey: ["domain", id] });
    } catch (error) {
      reportError(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
      <p className="max-w-[44rem]">
        {since === null
          ? t`New subdomains wait in the assets until someone has them scanned.`
          : t`Since ${{ moment: formatMoment(since, language.current()) }}, new subdomains are scanned as soon as a scan finds them, under the same consent.`}
      </p>
      {mayConsent && (
        <Button pending={busy} onClick={() => void change()}>
          {since === null ? t`Agree to scan new subdomains` : t`Stop scanning new subdomains`}
        </Button>
      )}
    </div>
  );
}
