import { useLingui } from "@lingui/react/macro";
import { type DomainPage, withdrawConsent } from "@sekimori/karte-contract/endpoints/domains";
import { formatMoment } from "@sekimori/kit-contract/dates";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Button } from "@sekimori/kit-web/primitives/button";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { language } from "../../app/language.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { useMay } from "../../app/session/session-query.ts";
import { Section } from "../../app/shell/section.tsx";
import { ConsentDialog } from "./consent-dialog.tsx";
import { NewHosts } from "./new-hosts.tsx";

/** Who agreed to the examination, when and for whom; the law wants it recorded. */
export function ConsentSection({ domain }: { readonly domain: DomainPage }) {
  const { t } = useLingui();
  const mayConsent = useMay("consent");
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const { consent } = domain;

  async function withdraw() {
    setBusy(true);
    try {
      await client.call(withdrawConsent, { params: { id: domain.id } });
      await queryClient.invalidateQueries({ queryKey: ["domain", domain.id] });
    } catch (error) {
      reportError(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Section
      title={t`Scan consent`}
      actions={
        mayConsent &&
        (consent ? (
          <Button pending={busy} onClick={() => void withdraw()}>
            {t`Withdraw consent`}
          </Button>
        ) : (
          <Button variant="primary" onClick={() => setAsking(true)}>
            {t`Agree`}
          </Button>
        ))
      }
    >
      <p>
        {consent
          ? t`${{ person: consent.by.name }} agreed on behalf of ${{ organisation: consent.organisation }} on ${{ moment: formatMoment(consent.at, language.current()) }}.`
          : t`We send nothing to the domain until someone authorized agrees.`}
      </p>
      {consent && domain.proofDetail.covers?.kind === "domain" && (
        <NewHosts domain={domain} since={consent.newHostsSince} />
      )}
      {asking && <ConsentDialog id={domain.id} onClose={() => setAsking(false)} />}
    </Section>
  );
}
