import type { Validator } from "@sekimori/kit-web/form/schema-validator";
import { codePattern } from "@sekimori/portal-contract/constants";

type Code = { code: string };

export const recoveryCodeValidator: Validator<Code, Code> = ({ code }) =>
  code.trim() === "" ? { issues: [{ name: "code", code: "required" }] } : { values: { code } };

export const codeValidator: Validator<Code, Code> = ({ code }) => {
  if (code === "") return { issues: [{ name: "code", code: "required" }] };
  return codePattern.test(code)
    ? { values: { code } }
    : { issues: [{ name: "code", code: "invalid" }] };
};
