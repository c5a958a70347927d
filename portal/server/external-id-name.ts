import type { Localized } from "@sekimori/kit-contract/locale";
import { SettingsError } from "@sekimori/kit-server/settings";
import type { PortalSettings } from "./settings.ts";

/**
 * What the operator calls the external identity provider; undefined where it has no name of its own.
 *
 * @throws SettingsError for a name in one language alone
 */
export function nameOfExternalId(settings: PortalSettings): Localized | undefined {
  const { externalIdNameJa: ja, externalIdNameEn: en } = settings;
  if (ja === undefined && en === undefined) return undefined;
  if (ja === undefined || en === undefined) {
    throw new SettingsError(["Set EXTERNAL_ID_NAME_JA and EXTERNAL_ID_NAME_EN, or neither."]);
  }
  return { ja, en };
}

/** By what a person knows the provider of an identity: the operator's name for it, else its host. */
export function providerName(settings: PortalSettings, issuer: string): Localized {
  const { host } = new URL(issuer);
  const isOurs = issuer === settings.externalIdIssuer;
  return (isOurs ? nameOfExternalId(settings) : undefined) ?? { ja: host, en: host };
}
