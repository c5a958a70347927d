import { useLingui } from "@lingui/react/macro";
import { formatMoment } from "@sekimori/kit-contract/dates";
import { Badge } from "@sekimori/kit-web/primitives/badge";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { Button } from "@sekimori/kit-web/primitives/button";
import { Disclosure } from "@sekimori/kit-web/primitives/disclosure";
import { CopyField } from "@sekimori/kit-web/shell/copy-field";
import {
  checkDomain,
  type OrganisationDomain,
} from "@sekimori/portal-contract/endpoints/organisation";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { language } from "../../app/language.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { toasts } from "../../app/toasts.ts";
import { domainProblems, domainStates } from "./domain-words.ts";
import { keepOrganisation } from "./organisation-query.ts";

interface DomainItemProps {
  readonly domain: OrganisationDomain;
  readonly included: boolean;
  readonly onRemove: () => void;
}

const moment = (iso: string) => formatMoment(iso, language.current());

/** One domain: where it stands, the record that verifies it, and what was found of that. */
export function DomainItem({ domain, included, onRemove }: DomainItemProps) {
  const { t, i18n } = useLingui();
  const [busy, setBusy] = useState(false);
  const { id, name, state, record, provedAt } = domain;
  const { tone, word } = domainStates[state];

  async function check() {
    setBusy(true);
    try {
      const answer = await client.call(checkDomain, { params: { id }, body: {} });
      keepOrganisation(answer);
      const after = answer.organisation?.domains.find((one) => one.id === id)?.state;
      if (after === "held") toasts.show({ tone: "success", title: t`Domain verified` });
    } catch (error) {
      reportError(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <li className="border-b border-border py-4">
      <div className="flex flex-wrap items-start gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <p className="flex flex-wrap items-center gap-2 font-700 wrap-anywhere">
            {name} <Badge tone={tone}>{i18n._(word)}</Badge>
          </p>
          {provedAt && state !== "lapsed" && (
            <p className="text-[0.875rem] text-muted">
              {t`Verified ${{ provedAt: moment(provedAt) }}`}
            </p>
          )}
        </div>
        <span className="flex flex-wrap gap-2">
          {included && (
            <Button
              size="small"
              aria-label={`${t`Check now`}: ${name}`}
              pending={busy}
              pendingLabel={t`Checking`}
              onClick={() => void check()}
            >
              {t`Check now`}
            </Button>
          )}
          <Button size="small" aria-label={`${t`Remove`}: ${name}`} onClick={onRemove}>
            {t`Remove`}
          </Button>
        </span>
      </div>
      <Problem domain={domain} />
      <Disclosure className="mt-2" summary={t`TXT record`} open={state !== "held"}>
        <p>{t`Add this record at your DNS provider and keep it there. We check it once a day.`}</p>
        <CopyField label={t`Record name`} text={record.name} />
        <CopyField label={t`Record value`} text={record.value} />
      </Disclosure>
    </li>
  );
}

function Problem({ domain: { problem, lapsesAt } }: { readonly domain: OrganisationDomain }) {
  const { t, i18n } = useLingui();
  if (problem === null) return null;
  return (
    <Banner className="mt-3" tone="warning" role="status" title={i18n._(domainProblems[problem])}>
      {problem === "missing" && (
        <p>{t`A new DNS record can take up to an hour to show up everywhere.`}</p>
      )}
      {lapsesAt && (
        <p>{t`If we don't find it by ${{ day: moment(lapsesAt) }}, the domain will no longer be your organization's.`}</p>
      )}
    </Banner>
  );
}
