import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { type Locale, locales } from "@sekimori/kit-contract/locale";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { Radio, RadioGroup } from "@sekimori/kit-web/primitives/radio-group";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { changeLanguage } from "@sekimori/portal-contract/endpoints/profile";
import type { Profile } from "@sekimori/portal-contract/endpoints/profile-view";
import { client } from "../../app/client.ts";
import { i18n } from "../../app/language.ts";
import { keepProfile } from "../../app/profile-query.ts";
import { toasts } from "../../app/toasts.ts";
import { languageNames } from "./language-names.ts";

type Values = { language_code: string };

interface ChangeLanguageDialogProps {
  readonly profile: Profile;
  readonly onClose: () => void;
}

/** The language of screens and e-mails. */
export function ChangeLanguageDialog({ profile, onClose }: ChangeLanguageDialogProps) {
  const { t } = useLingui();
  const form = useForm<Values, { language_code: Locale }>({
    defaultValues: { language_code: profile.language_code },
    fields: {
      language_code: { label: t`Language`, help: t`Emails are sent in this language, too.` },
    },
    validator: async () => (values) => {
      const language_code = locales.find((one) => one === values.language_code);
      return language_code
        ? { values: { language_code } }
        : { issues: [{ name: "language_code", code: "required" }] };
    },
    async onSubmit(body) {
      await keepProfile(await client.call(changeLanguage, { body }));
      // In the language that has just been chosen.
      toasts.show({ tone: "success", title: i18n._(msg`Language changed`) });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t`Change Language`}
      submitLabel={t`Save`}
      pendingLabel={t`Saving`}
      cancelLabel={t`Cancel`}
      onClose={onClose}
    >
      <RadioGroup {...form.texts("language_code")}>
        {locales.map((locale) => (
          <Radio
            key={locale}
            {...form.control("language_code")}
            value={locale}
            label={<span lang={locale}>{languageNames[locale]}</span>}
          />
        ))}
      </RadioGroup>
    </FormDialog>
  );
}
