import type { Validator } from "@sekimori/kit-web/form/schema-validator";
import { codeLength } from "@sekimori/portal-contract/constants";

type Code = { code: string };

/** A code sent by mail is six digits. */
export const codeValidator: Validator<Code, Code> = ({ code }) => {
  if (code === "") return { issues: [{ name: "code", code: "required" }] };
  const complete = code.length === codeLength && /^\d+$/.test(code);
  return complete ? { values: { code } } : { issues: [{ name: "code", code: "invalid" }] };
};
