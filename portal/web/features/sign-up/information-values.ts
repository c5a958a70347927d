import type {
  EnteredInformation,
  SignUpFlow,
} from "@sekimori/portal-contract/endpoints/sign-up-flow";

/** What stands in the form of the information step; every field is text. */
export type InformationValues = {
  userType: string;
  companyName: string;
  corporateNumber: string;
  lastName: string;
  firstName: string;
  password: string;
  postalCode: string;
  addrState: string;
  addrCity: string;
  addrLine1: string;
  addrLine2: string;
};

const empty: InformationValues = {
  userType: "1",
  companyName: "",
  corporateNumber: "",
  lastName: "",
  firstName: "",
  password: "",
  postalCode: "",
  addrState: "",
  addrCity: "",
  addrLine1: "",
  addrLine2: "",
};

/** The form's fields in their order, without the password. */
export const storableNames = (Object.keys(empty) as (keyof InformationValues)[]).filter(
  (name) => name !== "password",
);

/**
 * What the form begins with: what was being typed when this page was left, else what the server
 * keeps, else the name that the external ID gave.
 */
export function startingValues(
  { information: kept, suggestedName }: Pick<SignUpFlow, "information" | "suggestedName">,
  draft: Readonly<Record<string, string>>,
): InformationValues {
  const values = { ...empty, ...suggestedName };
  for (const name of storableNames) {
    values[name] = draft[name] ?? (kept && name in kept ? keptText(kept, name) : values[name]);
  }
  return values;
}

function keptText(kept: EnteredInformation, name: keyof InformationValues): string {
  return name === "password" ? "" : (kept[name] ?? "");
}

/** External IDs have no password here; a password that is set need not be typed again. */
export function passwordNeed({
  origin,
  hasPassword,
}: Pick<SignUpFlow, "origin" | "hasPassword">): "none" | "optional" | "required" {
  if (origin === "external-id") return "none";
  return hasPassword ? "optional" : "required";
}
