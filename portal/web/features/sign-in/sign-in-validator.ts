import type { FieldIssue } from "@sekimori/kit-web/form/field-issue";

export type SignInField = "email" | "password";
export type SignInValues = Readonly<Record<SignInField, string>>;

/**
 * What can be wrong before the server is asked. It is written by hand because the contract's
 * schema would bring its library into the first page everybody loads; the server has that schema.
 */
export function signInIssues({ email, password }: SignInValues): FieldIssue<SignInField>[] {
  const issues: FieldIssue<SignInField>[] = [];
  if (email === "") issues.push({ name: "email", code: "required" });
  else if (!/^[^\s@]+@[^\s@]+$/.test(email)) issues.push({ name: "email", code: "invalid" });
  if (password === "") issues.push({ name: "password", code: "required" });
  return issues;
}
