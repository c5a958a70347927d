import { useLingui } from "@lingui/react/macro";
import { personName } from "@sekimori/kit-contract/person-name";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { DescriptionList } from "@sekimori/kit-web/primitives/description-list";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { Link } from "@sekimori/kit-web/routing/link";
import { useSearchParams } from "@sekimori/kit-web/routing/navigation";
import type { Profile } from "@sekimori/portal-contract/endpoints/profile-view";
import { pagePaths, queryNames } from "@sekimori/portal-contract/page-routes";
import { useState } from "react";
import { emailDialog } from "../../app/email-dialog.ts";
import { language } from "../../app/language.ts";
import { dialogs } from "./dialogs.ts";
import { languageNames } from "./language-names.ts";
import { MonthlySummaryButton } from "./monthly-summary-button.tsx";
import { OrganisationSection } from "./organisation-section.tsx";
import { PromotionalMailButton } from "./promotional-mail-button.tsx";
import { RegisteredDetailsSection } from "./registered-details-section.tsx";
import { Section } from "./section.tsx";
import { SettingButton } from "./setting-button.tsx";

type Change = "name" | "details" | "email" | "language";

/** Name, e-mail, language and registered details. What is paid for, and how, stands in the tab of the contract. */
export function AccountTab({ profile }: { profile: Profile }) {
  const { t } = useLingui();
  const [open, setOpen] = useState<Change>();
  const [query, setQuery] = useSearchParams();
  const external = profile.sub_gmoid !== undefined;
  // Whoever was refused an address that somebody has by now comes here for another one.
  const isAsked = query.get(queryNames.dialog) === emailDialog && !external;
  const shown = open ?? (isAsked ? "email" : undefined);
  const OpenDialog = shown && dialogs[shown].Dialog;
  function close() {
    setOpen(undefined);
    if (isAsked) void setQuery({}, { replace: true, animated: false });
  }
  const change = (what: Change, about: string, reason?: string) => (
    <SettingButton label={t`Change`} about={about} reason={reason} onPress={() => setOpen(what)} />
  );
  return (
    <>
      {profile.pending_email && (
        <Banner
          className="mb-8"
          title={t`Verify your new email address`}
          action={
            <Link to={pagePaths.changeEmailVerify} className={linkClass}>
              {t`Enter the code`}
            </Link>
          }
        >
          {profile.pending_email}
        </Banner>
      )}
      <Section title={t`Profile`}>
        <DescriptionList
          rows={[
            {
              id: "name",
              label: t`Name`,
              value: personName(profile.first_name, profile.last_name, language.current()),
              action: change("name", t`Name`),
            },
            {
              id: "email",
              label: t`Email address`,
              value: profile.email_address,
              action: change(
                "email",
                t`Email address`,
                external ? t`Your email address is managed by your external ID.` : undefined,
              ),
            },
            {
              id: "language",
              label: t`Language`,
              value: languageNames[profile.language_code],
              action: change("language", t`Language`),
            },
            {
              id: "summary",
              label: t`Monthly summary email`,
              value: profile.monthly_summary ? t`On` : t`Off`,
              action: <MonthlySummaryButton enabled={profile.monthly_summary} />,
            },
            {
              id: "promotional",
              label: t`News by email`,
              value: profile.promotional_mail ? t`On` : t`Off`,
              action: <PromotionalMailButton consented={profile.promotional_mail} />,
            },
          ]}
        />
      </Section>
      {profile.has_own_plan && (
        <RegisteredDetailsSection profile={profile} onChange={() => setOpen("details")} />
      )}
      {profile.user_type === "1" && <OrganisationSection />}
      {OpenDialog && <OpenDialog profile={profile} onClose={close} />}
    </>
  );
}
