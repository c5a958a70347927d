import { AppError } from "@sekimori/kit-server/errors";
import type { PortalContext } from "../../context.ts";
import {
  type SamlCertificate,
  type SamlDescription,
  SamlDescriptionError,
} from "../../ports/saml-provider.ts";

export interface NewSamlConnection {
  readonly metadata: string;
  readonly entityId: string;
  readonly ssoUrl: string;
  readonly certificates: string;
  readonly allowsProviderStart: boolean;
}

const refused = (reason: string, cause?: unknown) =>
  new AppError("ProviderRefused", { data: { reason }, cause });

function read<Result>(reading: () => Result): Result {
  try {
    return reading();
  } catch (error) {
    if (error instanceof SamlDescriptionError) throw refused(error.reason, error);
    throw error;
  }
}

/** Browsers are sent there: over the internet encrypted, or to a provider on this machine. */
export function isAddress(text: string): boolean {
  if (text.length > 2000 || !URL.canParse(text)) return false;
  const { protocol, hostname, hash, username, password } = new URL(text);
  const isSafe = protocol === "https:" || (protocol === "http:" && hostname === "localhost");
  return isSafe && hash === "" && username === "" && password === "";
}

function requireInForce(certificates: readonly SamlCertificate[], now: Date): void {
  if (!certificates.some(({ endsAt }) => endsAt > now)) throw refused("certificate-ended");
}

/** Certificates as an owner pasted them, of which one at least has not ended. @throws AppError ProviderRefused. */
export function readCertificates(
  { saml, clock }: Pick<PortalContext, "saml" | "clock">,
  text: string,
): readonly SamlCertificate[] {
  const certificates = read(() => saml.readCertificates(text));
  requireInForce(certificates, clock.now());
  return certificates;
}

/** A SAML provider as an owner described it, by its metadata or field by field. @throws AppError ProviderRefused. */
export function readSaml(
  { saml, clock }: Pick<PortalContext, "saml" | "clock">,
  asked: NewSamlConnection,
): SamlDescription {
  const { entityId, ssoUrl } = asked;
  const description =
    asked.metadata === ""
      ? {
          entityId,
          ssoUrl,
          sloUrl: null,
          certificates: read(() => saml.readCertificates(asked.certificates)),
        }
      : read(() => saml.readMetadata(asked.metadata));
  if (description.entityId === "" || description.entityId.length > 1024) {
    throw refused("no-entity-id");
  }
  if (!isAddress(description.ssoUrl)) throw refused("no-address");
  requireInForce(description.certificates, clock.now());
  const { sloUrl } = description;
  return { ...description, sloUrl: sloUrl !== null && isAddress(sloUrl) ? sloUrl : null };
}
