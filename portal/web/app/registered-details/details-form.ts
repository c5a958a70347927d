import type { Form } from "@sekimori/kit-web/form/use-form";

type AddressValues = {
  postalCode: string;
  addrState: string;
  addrCity: string;
  addrLine1: string;
  addrLine2: string;
};

type OrganisationValues = { companyName: string; corporateNumber: string };

/** A form that asks for an address, whatever else it asks. */
export type AddressForm = Pick<Form<AddressValues, unknown>, "field" | "watch" | "values" | "set">;

/** A form that asks for an organisation, whatever else it asks. */
export type OrganisationForm = Pick<Form<OrganisationValues, unknown>, "field">;
