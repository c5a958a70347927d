import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { FactorStrength } from "@sekimori/portal-contract/endpoints/sign-in-rules";

/** What each strength of a second factor asks for. */
export const strengthWords: Readonly<Record<FactorStrength, MessageDescriptor>> = {
  any: msg`Passkey or authenticator app`,
  "phishing-resistant": msg`Passkey only`,
};
