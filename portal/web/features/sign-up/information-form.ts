import { useLingui } from "@lingui/react/macro";
import type { FieldSettings } from "@sekimori/kit-web/form/fields";
import { type Form, useForm } from "@sekimori/kit-web/form/use-form";
import { passwordMaximum as specifiedMaximum } from "@sekimori/portal-contract/password-policy";
import { useEffect, useRef } from "react";
import { readDraft } from "../../app/draft/history-draft.ts";
import { language } from "../../app/language.ts";
import { passwordSentence } from "../../app/new-password/password-sentence.ts";
import {
  useAddressSettings,
  useOrganisationSettings,
} from "../../app/registered-details/use-details-settings.ts";
import { useWizard } from "../../app/sign-up-flow/wizard.ts";
import { useSite } from "../../app/site.ts";
import type { InformationBody, InformationContext } from "./information-schema.ts";
import { type InformationValues, passwordNeed, startingValues } from "./information-values.ts";

export type InformationForm = Form<InformationValues, InformationBody>;

/** The fields of the information step: their words, their order and their rules. */
export function useInformationForm(onSubmit: (body: InformationBody) => Promise<unknown>): {
  form: InformationForm;
  need: InformationContext["password"];
  passwordMaximum: number;
} {
  const { flow } = useWizard();
  const need = passwordNeed(flow);
  const maximum = useSite()?.passwordMaximum;
  const context = useRef<InformationContext>(undefined);

  useEffect(() => {
    context.current = { email: flow.email, password: need, passwordMaximum: maximum };
  });

  const form = useForm<InformationValues, InformationBody>({
    defaultValues: startingValues(flow, readDraft()),
    fields: useFieldSettings(need === "required", maximum ?? specifiedMaximum),
    async validator() {
      const { informationValidator } = await import("./information-schema.ts");
      return informationValidator(
        () => context.current ?? { email: flow.email, password: need, passwordMaximum: maximum },
      );
    },
    onSubmit,
  });
  return { form, need, passwordMaximum: maximum ?? specifiedMaximum };
}

function useFieldSettings(
  passwordRequired: boolean,
  passwordMaximum: number,
): Readonly<Record<keyof InformationValues, FieldSettings>> {
  const { t, i18n } = useLingui();
  const organisation = useOrganisationSettings();
  const address = useAddressSettings();
  const required = { requirement: "required" } as const;
  const lastName = { label: t`Last name`, ...required };
  const firstName = { label: t`First name`, ...required };
  return {
    userType: { label: t`User type`, ...required },
    ...organisation,
    // The list of problems reads in the order of the page.
    ...(language.current() === "ja" ? { lastName, firstName } : { firstName, lastName }),
    password: {
      label: t`Password`,
      requirement: passwordRequired ? "required" : "optional",
      sentence: (issue) => passwordSentence(issue, passwordMaximum, i18n),
    },
    ...address,
  };
}
