import type { Authenticators } from "@sekimori/portal-contract/endpoints/authenticators";

/** WebAuthn level 3, section 5.1.10; not in every browser yet. */
type Signals = Partial<
  Pick<typeof PublicKeyCredential, "signalUnknownCredential" | "signalAllAcceptedCredentials">
>;

const signals = (): Signals => window.PublicKeyCredential ?? {};

// A signal is a courtesy: what fails of it changes nothing here.
const ignore = () => undefined;

/** Lets the browser stop offering a passkey that no account here has. */
export function signalUnknown(rpId: string, credentialId: string): void {
  signals().signalUnknownCredential?.({ rpId, credentialId }).catch(ignore);
}

/** Tells the browser which of an account's passkeys still count; the others need not be offered. */
export function signalAccepted({ passkeys, passkeyOwner }: Authenticators): void {
  const allAcceptedCredentialIds = passkeys.map(({ credentialId }) => credentialId);
  signals()
    .signalAllAcceptedCredentials?.({ ...passkeyOwner, allAcceptedCredentialIds })
    .catch(ignore);
}
