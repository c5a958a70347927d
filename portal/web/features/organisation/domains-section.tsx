import { useLingui } from "@lingui/react/macro";
import { Button } from "@sekimori/kit-web/primitives/button";
import { UnavailableButton } from "@sekimori/kit-web/primitives/unavailable-button";
import { organisationDomainsMost } from "@sekimori/portal-contract/constants";
import type { OrganisationDomain } from "@sekimori/portal-contract/endpoints/organisation";
import { useEffect, useRef, useState } from "react";
import { AddDomainDialog } from "./add-domain-dialog.tsx";
import { DomainItem } from "./domain-item.tsx";
import { RemoveDomainDialog } from "./remove-domain-dialog.tsx";

interface DomainsSectionProps {
  readonly domains: readonly OrganisationDomain[];
  /** Without the plan nothing is added or checked. */
  readonly included: boolean;
}

/** The organisation's domains: added, verified by a record, removed. */
export function DomainsSection({ domains, included }: DomainsSectionProps) {
  const { t } = useLingui();
  const [adding, setAdding] = useState(false);
  const [chosen, setChosen] = useState<OrganisationDomain>();
  const [removed, setRemoved] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  const full = domains.length >= organisationDomainsMost;

  useEffect(() => {
    // The button that opened the question went with its row and cannot take the focus back.
    if (removed !== undefined) heading.current?.focus();
  }, [removed]);

  return (
    <section className="mb-12">
      <h2 ref={heading} tabIndex={-1} className="scroll-mt-40 text-std-20B-150">
        {t`Domains`}
      </h2>
      <p className="mt-1 text-muted">
        {t`Add the domain after the @ of your company's addresses. Add each subdomain separately.`}
      </p>
      {domains.length === 0 ? (
        <p className="mt-4 border-y border-border py-4 text-muted">{t`No domains yet.`}</p>
      ) : (
        <ul className="mt-4 border-t border-border">
          {domains.map((one) => (
            <DomainItem
              key={one.id}
              domain={one}
              included={included}
              onRemove={() => setChosen(one)}
            />
          ))}
        </ul>
      )}
      <div className="mt-4">
        {included && !full ? (
          <Button onClick={() => setAdding(true)}>{t`Add a domain`}</Button>
        ) : (
          <UnavailableButton
            reason={
              full
                ? t`Your organization has reached its domain limit. Remove one first.`
                : t`Your plan doesn't include an organization now.`
            }
          >
            {t`Add a domain`}
          </UnavailableButton>
        )}
      </div>
      {adding && <AddDomainDialog onClose={() => setAdding(false)} />}
      {chosen && (
        <RemoveDomainDialog
          domain={chosen}
          onClose={() => setChosen(undefined)}
          onRemoved={() => {
            setChosen(undefined);
            setRemoved(chosen.id);
          }}
        />
      )}
    </section>
  );
}
