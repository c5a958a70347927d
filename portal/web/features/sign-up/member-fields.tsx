import { useLingui } from "@lingui/react/macro";
import { Radio, RadioGroup } from "@sekimori/kit-web/primitives/radio-group";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { language } from "../../app/language.ts";
import { OrganisationFields } from "../../app/registered-details/organisation-fields.tsx";
import type { InformationForm } from "./information-form.ts";

/** Who signs up: the user type decides which fields there are (specification 2, 6). */
export function MemberFields({ form }: { form: InformationForm }) {
  const { t } = useLingui();
  return (
    <>
      <RadioGroup {...form.texts("userType")} inline>
        <Radio {...form.control("userType")} value="1" label={t`Organization`} />
        <Radio {...form.control("userType")} value="2" label={t`Personal`} />
      </RadioGroup>
      {form.watch("userType") === "1" && <OrganisationFields form={form} />}
      <NameFields form={form} />
    </>
  );
}

/** Family name first in Japanese, given name first in English. */
function NameFields({ form }: { form: InformationForm }) {
  // Keyed, so that a change of language moves the inputs with what is typed in them.
  const last = <TextField key="lastName" {...form.field("lastName")} autoComplete="family-name" />;
  const first = (
    <TextField key="firstName" {...form.field("firstName")} autoComplete="given-name" />
  );
  return (
    <div className="grid grid-cols-2 items-start gap-x-4 sm:gap-x-5">
      {language.current() === "ja" ? [last, first] : [first, last]}
    </div>
  );
}
