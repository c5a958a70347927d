import { schemaValidator, type Validator } from "@sekimori/kit-web/form/schema-validator";
import { codeSchema, emailSchema } from "@sekimori/portal-contract/fields";
import { z } from "zod";
import { newPasswordIssues } from "../../app/new-password/check-new-password.ts";

export type ChangePasswordValues = {
  code: string;
  email: string;
  password: string;
  confirmation: string;
};

/** By the mailed link, or by code and address. */
export type ChangePasswordBody =
  | Readonly<Record<"token" | "password", string>>
  | Readonly<Record<"code" | "email" | "password", string>>;

const identification = z.object({ code: codeSchema, email: emailSchema });
const checkIdentification = schemaValidator<unknown, z.output<typeof identification>>(
  identification,
);

/**
 * Code and address by the contract's schema, the password by the policy.
 *
 * @param token of the mailed link, which stands for code and address.
 */
export function changePasswordValidator(
  maximum: () => number | undefined,
  token: string | undefined,
): Validator<ChangePasswordValues, ChangePasswordBody> {
  return ({ code, email, password, confirmation }) => {
    const checked =
      token === undefined ? checkIdentification({ code, email }) : { values: { token } };
    const issues = newPasswordIssues({
      password,
      confirmation,
      maximum: maximum(),
      personal: [email],
    });
    if ("issues" in checked || issues.length > 0) {
      return { issues: [...("issues" in checked ? checked.issues : []), ...issues] };
    }
    return { values: { ...checked.values, password } };
  };
}
