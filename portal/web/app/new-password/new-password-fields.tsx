import { useLingui } from "@lingui/react/macro";
import type { FieldSettings } from "@sekimori/kit-web/form/fields";
import { PasswordField } from "@sekimori/kit-web/primitives/password-field";
import { passwordMaximum, passwordRulesAttribute } from "@sekimori/portal-contract/password-policy";
import { type ComponentProps, useId } from "react";
import { useSite } from "../site.ts";
import { PasswordRules } from "./password-rules.tsx";
import { passwordSentence } from "./password-sentence.ts";

type FieldProps = Pick<ComponentProps<typeof PasswordField>, "label" | "name" | "error">;

interface NewPasswordFieldsProps {
  readonly form: {
    readonly field: (name: "password" | "confirmation") => FieldProps;
    readonly watch: (name: "password") => unknown;
  };
  /** The account the password is for: password managers save it under this address. */
  readonly email: string;
  readonly personal: readonly string[];
}

/** Labels and sentences of the two fields, for the form's settings. */
export function useNewPasswordSettings(): Readonly<
  Record<"password" | "confirmation", FieldSettings>
> {
  const { t, i18n } = useLingui();
  const maximum = useSite()?.passwordMaximum ?? passwordMaximum;
  return {
    password: {
      label: t`New password`,
      sentence: (issue) => passwordSentence(issue, maximum, i18n),
    },
    confirmation: { label: t`New password (confirmation)` },
  };
}

/** A new password with its rules as a live list, and the same again. */
export function NewPasswordFields({ form, email, personal }: NewPasswordFieldsProps) {
  const { t } = useLingui();
  const rulesId = useId();
  const maximum = useSite()?.passwordMaximum ?? passwordMaximum;
  const words = { showLabel: t`Show the password`, hideLabel: t`Hide the password` };
  return (
    <>
      <div>
        <PasswordField
          {...form.field("password")}
          {...words}
          autoComplete="new-password"
          aria-describedby={rulesId}
          {...{ passwordrules: passwordRulesAttribute(maximum) }}
        />
        <PasswordRules
          id={rulesId}
          refused={form.field("password").error !== undefined}
          password={String(form.watch("password"))}
          maximum={maximum}
          personal={[email, ...personal]}
        />
      </div>
      <PasswordField {...form.field("confirmation")} {...words} autoComplete="new-password" />
    </>
  );
}
