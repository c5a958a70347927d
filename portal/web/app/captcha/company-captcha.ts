import { ApiError } from "@sekimori/kit-web/client/api-error";
import { captchaSignInAction } from "@sekimori/portal-contract/constants";
import { loadScript } from "./load-script.ts";

interface Recaptcha {
  ready(then: () => void): void;
  execute(siteKey: string, options: { action: string }): Promise<string>;
}

interface Turnstile {
  render(place: HTMLElement, options: Readonly<Record<string, unknown>>): string;
  remove(widget: string): void;
}

declare global {
  interface Window {
    readonly grecaptcha?: Recaptcha;
    readonly turnstile?: Turnstile;
  }
}

/** Both companies document that their script must come from their own address. */
const scripts = {
  recaptcha: (siteKey: string) =>
    `https://www.google.com/recaptcha/api.js?render=${encodeURIComponent(siteKey)}`,
  turnstile: () => "https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit",
};

function recaptchaToken(recaptcha: Recaptcha, siteKey: string): Promise<string> {
  return new Promise((resolve, reject) => {
    recaptcha.ready(() => {
      recaptcha.execute(siteKey, { action: captchaSignInAction }).then(resolve, reject);
    });
  });
}

/** Shown only if Cloudflare wants a click, at the end of the page. */
async function turnstileToken(turnstile: Turnstile, siteKey: string): Promise<string> {
  const place = document.body.appendChild(document.createElement("div"));
  let widget: string | undefined;
  try {
    return await new Promise<string>((resolve, reject) => {
      widget = turnstile.render(place, {
        sitekey: siteKey,
        action: captchaSignInAction,
        appearance: "interaction-only",
        callback: resolve,
        "error-callback": reject,
      });
    });
  } finally {
    if (widget !== undefined) turnstile.remove(widget);
    place.remove();
  }
}

async function askCompany(kind: keyof typeof scripts, siteKey: string): Promise<string> {
  await loadScript(scripts[kind](siteKey));
  if (kind === "recaptcha" && window.grecaptcha) return recaptchaToken(window.grecaptcha, siteKey);
  if (kind === "turnstile" && window.turnstile) return turnstileToken(window.turnstile, siteKey);
  throw new Error(`${kind} did not introduce itself`);
}

/**
 * A token of Google's reCAPTCHA v3 or Cloudflare's Turnstile for the action "login".
 *
 * @throws ApiError RecaptchaTokenIncorrect when the company gives none
 */
export async function companyToken(kind: keyof typeof scripts, siteKey: string): Promise<string> {
  try {
    return await askCompany(kind, siteKey);
  } catch (cause) {
    const message = `no token from ${kind}`;
    throw new ApiError({ type: "RecaptchaTokenIncorrect", status: 0, message, cause });
  }
}
