import "./unshown-letter.ts";
import { useLingui } from "@lingui/react/macro";
import type { FieldSettings } from "@sekimori/kit-web/form/fields";

const required = { requirement: "required" } as const;

/** The words and rules of an organisation's fields. */
export function useOrganisationSettings() {
  const { t } = useLingui();
  return {
    companyName: { label: t`Organization name`, ...required },
    corporateNumber: {
      label: t`Corporate number`,
      help: t`13 digits, as published by the National Tax Agency`,
      digits: true,
      sentence: ({ code }) =>
        code === "invalid"
          ? t`Invalid corporate number. Check that all 13 digits are right.`
          : undefined,
      ...required,
    },
  } satisfies Record<string, FieldSettings>;
}

/** The words and rules of an address's fields. */
export function useAddressSettings() {
  const { t } = useLingui();
  return {
    postalCode: {
      label: t`Postal code`,
      help: t`7 digits. We'll fill in the address for you.`,
      digits: true,
      ...required,
    },
    addrState: {
      label: t`Prefecture`,
      sentence: ({ code }) => (code === "required" ? t`Please choose a prefecture.` : undefined),
      ...required,
    },
    addrCity: { label: t`City`, ...required },
    addrLine1: { label: t`Town and street number`, ...required },
    addrLine2: { label: t`Building and room`, requirement: "optional" },
  } satisfies Record<string, FieldSettings>;
}
