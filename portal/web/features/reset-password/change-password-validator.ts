import { schemaValidator, type Validator } from "@sekimori/kit-web/form/schema-validator";
import { codePattern } from "@sekimori/portal-contract/constants";
import type { SecondFactorProof } from "@sekimori/portal-contract/endpoints/authenticators";
import { codeSchema, emailSchema } from "@sekimori/portal-contract/fields";
import { z } from "zod";
import { newPasswordIssues } from "../../app/new-password/check-new-password.ts";

export type ChangePasswordValues = {
  code: string;
  email: string;
  password: string;
  confirmation: string;
  /** A code of the authenticator app, or a recovery code. */
  proof: string;
};

/** By the mailed link, or by code and address. */
export type ChangePasswordBody = (
  | Readonly<Record<"token" | "password", string>>
  | Readonly<Record<"code" | "email" | "password", string>>
) & { readonly secondFactor?: SecondFactorProof };

const identification = z.object({ code: codeSchema, email: emailSchema });
const checkIdentification = schemaValidator<unknown, z.output<typeof identification>>(
  identification,
);

interface ResetRules {
  readonly maximum: () => number | undefined;
  /** Of the mailed link, which stands for code and address. */
  readonly token: string | undefined;
  /** Whether the authenticator app or a recovery code is asked for. */
  readonly needsProof: () => boolean;
}

/** Six digits are the app's; a recovery code has letters. */
function proofOf(typed: string): SecondFactorProof {
  const code = typed.normalize("NFKC").replace(/\s/g, "");
  return codePattern.test(code) ? { way: "app", code } : { way: "recovery-code", code: typed };
}

/** Code and address by the contract's schema, the password by the policy. */
export function changePasswordValidator({
  maximum,
  token,
  needsProof,
}: ResetRules): Validator<ChangePasswordValues, ChangePasswordBody> {
  return ({ code, email, password, confirmation, proof }) => {
    const checked =
      token === undefined ? checkIdentification({ code, email }) : { values: { token } };
    const issues = newPasswordIssues({
      password,
      confirmation,
      maximum: maximum(),
      personal: [email],
    });
    const isProofMissing = needsProof() && proof.trim() === "";
    if ("issues" in checked || issues.length > 0 || isProofMissing) {
      return {
        issues: [
          ...("issues" in checked ? checked.issues : []),
          ...issues,
          ...(isProofMissing ? [{ name: "proof" as const, code: "required" as const }] : []),
        ],
      };
    }
    const secondFactor = needsProof() ? { secondFactor: proofOf(proof) } : {};
    return { values: { ...checked.values, password, ...secondFactor } };
  };
}
