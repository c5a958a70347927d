import { AppError } from "@sekimori/kit-server/errors";
import type { Bind } from "@sekimori/kit-server/http";
import { captchaSignInAction } from "@sekimori/portal-contract/constants";
import { captchaChallenge, siteConfiguration } from "@sekimori/portal-contract/endpoints/site";
import type { PortalContext } from "../../context.ts";
import { nameOfExternalId } from "../../external-id-name.ts";

/** Of a provider that the operator gave no name. */
const anyExternalId = { ja: "外部ID", en: "external ID" };

export function bindSite(bind: Bind, context: PortalContext): void {
  const { settings, captcha, externalId, maintenance } = context;
  bind(siteConfiguration, () => ({
    providerName: { ja: settings.providerNameJa, en: settings.providerNameEn },
    contactUrl: settings.contactUrl,
    companyUrl: { ja: settings.companyUrlJa, en: settings.companyUrlEn },
    privacyUrl: { ja: settings.privacyUrlJa, en: settings.privacyUrlEn },
    passwordMaximum: settings.passwordMaximum,
    externalId: externalId === undefined ? null : (nameOfExternalId(settings) ?? anyExternalId),
    captcha: captcha.kind,
    captchaSiteKey: captcha.siteKey,
    karteOrigin: settings.karteOrigin ?? null,
    sandboxUrl: settings.sandboxUrl ?? null,
    isInMaintenance: maintenance.now().length > 0,
  }));

  bind(captchaChallenge, async () => {
    const challenge = await captcha.newChallenge(captchaSignInAction);
    if (challenge === null) throw new AppError("NotFound");
    return challenge;
  });
}
