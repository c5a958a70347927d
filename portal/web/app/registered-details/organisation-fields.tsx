import { TextField } from "@sekimori/kit-web/primitives/text-field";
import type { OrganisationForm } from "./details-form.ts";

/** What an organisation is called, and its number. */
export function OrganisationFields({ form }: { form: OrganisationForm }) {
  return (
    <>
      <TextField {...form.field("companyName")} autoComplete="organization" />
      <TextField
        {...form.field("corporateNumber")}
        characters={16}
        placeholder="1234567890123"
        inputMode="numeric"
        autoComplete="off"
      />
    </>
  );
}
