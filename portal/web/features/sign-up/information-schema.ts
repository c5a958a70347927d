import type { FieldIssue } from "@sekimori/kit-web/form/field-issue";
import { schemaValidator, type Validator } from "@sekimori/kit-web/form/schema-validator";
import {
  type AccountInformation,
  accountInformationSchema,
} from "@sekimori/portal-contract/fields";
import { unmetPasswordRules } from "@sekimori/portal-contract/password-policy";
import type { InformationValues } from "./information-values.ts";

export interface InformationContext {
  readonly email: string;
  readonly password: "none" | "optional" | "required";
  /** Longest password that the operator allows; undefined until it is known. */
  readonly passwordMaximum: number | undefined;
}

export interface InformationBody {
  readonly information: AccountInformation;
  readonly password?: string;
}

const organisationOnly = new Set(["companyName", "corporateNumber"]);
const checkInformation = schemaValidator<unknown, AccountInformation>(accountInformationSchema);

/**
 * Checks the information step with the contract's schema and the password policy. Fields of the
 * other user type stay in the form, in case the person switches back, and are not sent.
 */
export function informationValidator(
  context: () => InformationContext,
): Validator<InformationValues, InformationBody> {
  return ({ password, ...values }) => {
    const sent = Object.entries(values).filter(
      ([name]) => values.userType === "1" || !organisationOnly.has(name),
    );
    const checked = checkInformation(Object.fromEntries(sent));
    const passwordIssues = checkPassword(password, values, context());
    if ("issues" in checked || passwordIssues.length > 0) {
      return { issues: [...("issues" in checked ? checked.issues : []), ...passwordIssues] };
    }
    const information = checked.values;
    const skipped = password === "" || context().password === "none";
    return { values: skipped ? { information } : { information, password } };
  };
}

function checkPassword(
  password: string,
  { firstName, lastName }: Pick<InformationValues, "firstName" | "lastName">,
  { email, password: need, passwordMaximum }: InformationContext,
): FieldIssue[] {
  if (need === "none") return [];
  if (password === "") return need === "required" ? [{ name: "password", code: "required" }] : [];
  const unmet = unmetPasswordRules(password, {
    personal: [email, firstName, lastName],
    ...(passwordMaximum !== undefined && { maximum: passwordMaximum }),
  });
  return unmet.length > 0
    ? [{ name: "password", code: "policy", params: { rules: unmet.join(",") } }]
    : [];
}
