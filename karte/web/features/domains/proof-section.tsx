import { useLingui } from "@lingui/react/macro";
import { checkProof, type DomainPage } from "@sekimori/karte-contract/endpoints/domains";
import { formatMoment } from "@sekimori/kit-contract/dates";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { RefreshIcon } from "@sekimori/kit-web/icons";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { Button } from "@sekimori/kit-web/primitives/button";
import { Disclosure } from "@sekimori/kit-web/primitives/disclosure";
import { CopyField } from "@sekimori/kit-web/shell/copy-field";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { language } from "../../app/language.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { useMay } from "../../app/session/session-query.ts";
import { Section } from "../../app/shell/section.tsx";
import { ProofBadge } from "./proof-badge.tsx";
import { absentWords, unreadWords } from "./proof-failures.ts";

/** That the domain is the workspace's: how it is shown, and what was found. */
export function ProofSection({ domain }: { readonly domain: DomainPage }) {
  const { t, i18n } = useLingui();
  const mayProve = useMay("prove");
  const [busy, setBusy] = useState(false);
  const [looked, setLooked] = useState(false);
  const { proofDetail: proof } = domain;
  const isProved = proof.state === "proved";
  const until = proof.validUntil && formatMoment(proof.validUntil, language.current());

  async function look() {
    setBusy(true);
    try {
      await client.call(checkProof, { params: { id: domain.id }, body: {} });
      await queryClient.invalidateQueries({ queryKey: ["domain", domain.id] });
      setLooked(true);
    } catch (error) {
      reportError(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Section
      title={
        <>
          {t`Ownership`} <ProofBadge state={proof.state} />
        </>
      }
      description={
        isProved
          ? t`We check again before each scan. Valid until ${{ until }}.`
          : t`We only scan domains that you own. Choose a method, set it up, then check it.`
      }
      actions={
        mayProve && (
          <Button icon={<RefreshIcon />} pending={busy} onClick={() => void look()}>
            {t`Check now`}
          </Button>
        )
      }
    >
      {looked && !isProved && (
        <Banner
          tone="warning"
          role="status"
          title={t`We couldn't verify ownership yet`}
          className="mb-4"
        >
          {t`A new DNS record can take up to an hour to show up everywhere.`}
          <ul className="mt-1 list-disc pl-5">
            {proof.failures.map(({ method, why }) => (
              <li key={method}>
                {i18n._((why === "no matching token" ? absentWords : unreadWords)[method])}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      {proof.elsewhere && (
        <p className="mb-4">{t`Another organization has verified that it owns this domain, too.`}</p>
      )}
      <Ways domain={domain} open={!isProved} />
    </Section>
  );
}

function Ways({ domain, open }: { readonly domain: DomainPage; readonly open: boolean }) {
  const { t } = useLingui();
  const { dns, file, meta } = domain.proofDetail.ways;
  return (
    <div className="grid gap-3">
      <Disclosure summary={t`DNS record (covers all subdomains)`} open={open}>
        <p>{t`Add a TXT record at your DNS provider:`}</p>
        <CopyField label={t`Record name`} text={dns.name} />
        <CopyField label={t`Record value`} text={dns.value} />
      </Disclosure>
      <Disclosure summary={t`File on the web server (this host only)`}>
        <p>{t`Upload a file with this text to this URL:`}</p>
        <CopyField label={t`File URL`} text={file.address} />
        <CopyField label={t`File content`} text={file.text} />
      </Disclosure>
      <Disclosure summary={t`Meta tag on the home page (this host only)`}>
        <p>{t`Add this tag to the page's head element:`}</p>
        <CopyField label={t`Page URL`} text={meta.address} />
        <CopyField label={t`Tag`} text={meta.tag} />
      </Disclosure>
    </div>
  );
}
