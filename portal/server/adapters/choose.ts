import type { Limiter } from "@sekimori/kit-server/limits";
import type { Logger } from "@sekimori/kit-server/logger";
import { SettingsError } from "@sekimori/kit-server/settings";
import type { BreachedPasswords } from "../ports/breached-passwords.ts";
import type { Captcha } from "../ports/captcha.ts";
import type { PortalSettings } from "../settings.ts";
import { altchaCaptcha } from "./altcha-captcha.ts";
import { noBreachedPasswords } from "./no-breached-passwords.ts";
import { noCaptcha } from "./no-captcha.ts";
import { rangeBreachedPasswords, rangeFolder, rangeServer } from "./range-breached-passwords.ts";
import { siteverifyCaptcha } from "./siteverify-captcha.ts";

/**
 * The captcha that the settings name.
 *
 * @param isCongested whether too many passwords wait; our own proof of work is harder then.
 * @throws SettingsError when its keys are missing.
 */
export function chooseCaptcha(
  settings: PortalSettings,
  secret: string,
  limiter: Limiter,
  isCongested: () => boolean,
): Captcha {
  const { captcha: kind, captchaSiteKey: siteKey, captchaSecretKey: secretKey } = settings;
  if (kind === "none") return noCaptcha;
  if (kind === "altcha") {
    return altchaCaptcha({
      secret,
      limiter,
      isCongested,
      keyPrefix: "0".repeat(settings.captchaWork),
    });
  }
  if (siteKey === undefined || secretKey === undefined) {
    throw new SettingsError([
      `CAPTCHA is ${kind}, which needs CAPTCHA_SITE_KEY and CAPTCHA_SECRET_KEY.`,
    ]);
  }
  return siteverifyCaptcha({ kind, siteKey, secretKey: secretKey.reveal() });
}

/** The breached-password check that the settings name. */
export function chooseBreachedPasswords(
  settings: PortalSettings,
  logger: Logger,
): BreachedPasswords {
  const { breachedPasswords: kind, breachedPasswordsSource: source } = settings;
  if (kind === "off") return noBreachedPasswords;
  const ranges = kind === "server" ? rangeServer(source) : rangeFolder(source);
  return rangeBreachedPasswords(ranges, logger);
}
