import { useLingui } from "@lingui/react/macro";
import { Select } from "@sekimori/kit-web/primitives/select";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { prefectures } from "@sekimori/portal-contract/prefectures";
import { language } from "../language.ts";
import type { AddressName } from "./address-from-postal-code.ts";
import type { AddressForm } from "./details-form.ts";
import { PostalCodePlaces } from "./postal-code-places.tsx";

/** The address, filled in from the postal code as far as the code goes. */
export function AddressFields({ form }: { form: AddressForm }) {
  const { t } = useLingui();
  const locale = language.current();
  return (
    <>
      <TextField
        {...form.field("postalCode")}
        characters={10}
        inputMode="numeric"
        autoComplete="postal-code"
      />
      <PostalCodePlaces
        code={String(form.watch("postalCode"))}
        present={form.values}
        fill={(fields) => {
          for (const [name, value] of Object.entries(fields)) form.set(name as AddressName, value);
        }}
      />
      <Select {...form.field("addrState")} characters={12} autoComplete="address-level1">
        <option value="">{t`Select a prefecture`}</option>
        {prefectures.map(({ code, [locale]: name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      <TextField {...form.field("addrCity")} autoComplete="address-level2" />
      <TextField {...form.field("addrLine1")} autoComplete="address-line1" />
      <TextField {...form.field("addrLine2")} autoComplete="address-line2" />
    </>
  );
}
