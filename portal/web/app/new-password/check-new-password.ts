import type { FieldIssue } from "@sekimori/kit-web/form/field-issue";
import { passwordMaximum, unmetPasswordRules } from "@sekimori/portal-contract/password-policy";

interface NewPassword {
  readonly password: string;
  readonly confirmation: string;
  /** Longest password that the operator allows. */
  readonly maximum: number | undefined;
  /** The account's e-mail address and names, as far as they are known. */
  readonly personal: readonly string[];
}

/** What is wrong with a new password and its repetition, at the fields of these names (specification 5). */
export function newPasswordIssues({
  password,
  confirmation,
  maximum = passwordMaximum,
  personal,
}: NewPassword): FieldIssue<"password" | "confirmation">[] {
  const issues: FieldIssue<"password" | "confirmation">[] = [];
  const unmet = unmetPasswordRules(password, { maximum, personal });
  if (password === "") issues.push({ name: "password", code: "required" });
  else if (unmet.length > 0) {
    issues.push({ name: "password", code: "policy", params: { rules: unmet.join(",") } });
  }
  if (confirmation === "") issues.push({ name: "confirmation", code: "required" });
  else if (confirmation !== password) issues.push({ name: "confirmation", code: "mismatch" });
  return issues;
}
