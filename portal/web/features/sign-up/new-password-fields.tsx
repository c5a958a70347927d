import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "@sekimori/kit-web/primitives/button";
import { PasswordField } from "@sekimori/kit-web/primitives/password-field";
import { useLocation } from "@sekimori/kit-web/routing/navigation";
import { passwordRulesAttribute } from "@sekimori/portal-contract/password-policy";
import { useId, useState } from "react";
import { PasswordRules } from "../../app/new-password/password-rules.tsx";
import type { InformationForm } from "./information-form.ts";

interface NewPasswordFieldsProps {
  readonly form: InformationForm;
  readonly email: string;
  /** A password is set already: it is typed again only to change it. */
  readonly isSet: boolean;
  readonly maximum: number;
}

/** The new password with its rules as a live list. */
export function NewPasswordFields({ form, email, isSet, maximum }: NewPasswordFieldsProps) {
  const { t } = useLingui();
  // The next page's link to the password means to change it.
  const { hash } = useLocation();
  const [changing, setChanging] = useState(hash === "#password");
  const rulesId = useId();
  const password = String(form.watch("password"));
  const { firstName, lastName } = form.values();

  if (isSet && !changing) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-8 border border-border px-4 py-3">
        <p>
          <Trans>Your password is set.</Trans>
        </p>
        <Button size="small" onClick={() => setChanging(true)}>
          <Trans>Change the password</Trans>
        </Button>
      </div>
    );
  }
  return (
    <div>
      {/* Password managers save the password under this address. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        {...form.field("password")}
        showLabel={t`Show the password`}
        hideLabel={t`Hide the password`}
        autoComplete="new-password"
        // The button that was pressed has made way for this field.
        autoFocus={changing}
        aria-describedby={rulesId}
        {...{ passwordrules: passwordRulesAttribute(maximum) }}
      />
      <PasswordRules
        id={rulesId}
        refused={form.field("password").error !== undefined}
        password={password}
        maximum={maximum}
        personal={[email, firstName, lastName]}
      />
    </div>
  );
}
