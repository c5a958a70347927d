import { useLingui } from "@lingui/react/macro";
import { Button } from "@sekimori/kit-web/primitives/button";
import { DescriptionList } from "@sekimori/kit-web/primitives/description-list";
import type { Profile } from "@sekimori/portal-contract/endpoints/profile-view";
import { language } from "../../app/language.ts";
import { addressLines } from "../../app/registered-details/address-lines.ts";
import { Section } from "./section.tsx";

interface RegisteredDetailsSectionProps {
  readonly profile: Profile;
  readonly onChange: () => void;
}

/** What is registered besides the name: the next invoice is addressed to it. */
export function RegisteredDetailsSection({ profile, onChange }: RegisteredDetailsSectionProps) {
  const { t } = useLingui();
  const { companyName, corporateNumber, ...address } = profile.registered_details;
  const lines = addressLines(address, language.current());
  return (
    <Section
      title={t`Registered details`}
      description={t`New invoices show these details. Invoices already issued don't change.`}
    >
      <DescriptionList
        rows={[
          ...(companyName === null
            ? []
            : [
                {
                  id: "company",
                  label: t({ message: "Organization", context: "name of the organization" }),
                  value: companyName,
                },
                { id: "number", label: t`Corporate number`, value: corporateNumber },
              ]),
          {
            id: "address",
            label: t`Address`,
            value: lines.map((line) => (
              <span key={line} className="block wrap-anywhere">
                {line}
              </span>
            )),
          },
        ]}
      />
      {/* Below all that it changes, as the card's is. */}
      <Button className="mt-4" onClick={onChange}>{t`Change registered details`}</Button>
    </Section>
  );
}
