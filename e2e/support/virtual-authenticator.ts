import type { CDPSession, Page } from "playwright-core";

interface VirtualCredential {
  readonly credentialId: string;
  readonly signCount: number;
}

/** An authenticator of Chromium's own (WebAuthn's domain in the DevTools protocol). */
export interface VirtualAuthenticator {
  /** Whether whoever is at the device is its owner: the finger fits, the PIN is right. */
  verifies(isOwner: boolean): Promise<void>;
  /** Whether somebody touches it by themselves. */
  answers(isAutomatic: boolean): Promise<void>;
  /** Says to have verified nobody, whatever it has done. */
  hidesVerification(isHidden: boolean): Promise<void>;
  credentials(): Promise<readonly VirtualCredential[]>;
  /** Puts a passkey back as it was before its last uses, as a copy of it would be. */
  rewind(to: number): Promise<void>;
  removed(): Promise<void>;
}

interface Kind {
  /** In the machine, or at its USB port. */
  readonly transport?: "internal" | "usb";
  /** Its maker copies passkeys between devices. */
  readonly synced?: boolean;
}

/** Connects one to the page; it goes with the page. */
export async function connectAuthenticator(
  page: Page,
  { transport = "internal", synced = false }: Kind = {},
): Promise<VirtualAuthenticator> {
  const cdp: CDPSession = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable", { enableUI: false });
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      ctap2Version: "ctap2_1",
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      defaultBackupEligibility: synced,
      defaultBackupState: synced,
    },
  });
  const credentials = async () =>
    (await cdp.send("WebAuthn.getCredentials", { authenticatorId })).credentials;
  return {
    async verifies(isUserVerified) {
      await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
    },
    async answers(enabled) {
      await cdp.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
    },
    async hidesVerification(isBadUV) {
      await cdp.send("WebAuthn.setResponseOverrideBits", { authenticatorId, isBadUV });
    },
    credentials,
    async rewind(signCount) {
      const [credential] = await credentials();
      if (!credential) throw new Error("There is no passkey to rewind.");
      const { credentialId } = credential;
      await cdp.send("WebAuthn.removeCredential", { authenticatorId, credentialId });
      await cdp.send("WebAuthn.addCredential", {
        authenticatorId,
        credential: { ...credential, signCount },
      });
    },
    async removed() {
      await cdp.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId });
    },
  };
}
