import { type ApplicationKind, mayOmitPkce } from "@sekimori/console-contract/application-schema";
import type { ApplicationView } from "@sekimori/console-contract/endpoints/integration/applications";

type Stored = ApplicationView["registration"];

/** A registration as a form has it: text, with lists line by line. */
export type RegistrationValues = {
  [Key in keyof Stored]: Stored[Key] extends boolean ? boolean : string;
} & { kind: string; id: string };

/** Fills the form; nothing is chosen of a new one but what its kind takes. */
export function valuesOf(kind: ApplicationKind, stored?: Partial<Stored>): RegistrationValues {
  const list = (values: readonly string[] | undefined) => (values ?? []).join("\n");
  return {
    kind,
    id: "",
    name: stored?.name ?? "",
    nameJa: stored?.nameJa ?? "",
    nameEn: stored?.nameEn ?? "",
    redirectUris: list(stored?.redirectUris),
    postLogoutRedirectUris: list(stored?.postLogoutRedirectUris),
    backChannelLogoutUri: stored?.backChannelLogoutUri ?? "",
    initiateLoginUri: stored?.initiateLoginUri ?? "",
    policyUri: stored?.policyUri ?? "",
    termsUri: stored?.termsUri ?? "",
    origins: list(stored?.origins),
    scopes: (stored?.scopes ?? []).join(","),
    secretIn: stored?.secretIn ?? "client_secret_basic",
    idTokenAlgorithm: stored?.idTokenAlgorithm ?? "RS256",
    idTokenClaims: stored?.idTokenClaims ?? false,
    // A command can say so of one that never uses it, and no field shows it.
    isPkceOptional: mayOmitPkce(kind) && (stored?.isPkceOptional ?? false),
    requirePushedRequests: stored?.requirePushedRequests ?? false,
    requireDpop: stored?.requireDpop ?? false,
  };
}
