import { loadSite } from "../site.ts";

/**
 * What proves to the server that a person is there, made afresh for each call because a token is
 * good for one; nothing where the operator has no captcha. None of the kinds asks a person
 * anything, and their code is loaded only where one is on.
 *
 * @throws ApiError when the operator's settings or a challenge cannot be fetched
 */
export async function captchaToken(): Promise<string | undefined> {
  const { captcha, captchaSiteKey } = await loadSite();
  if (captcha === "none") return undefined;
  if (captcha === "altcha") return (await import("./altcha.ts")).proofOfWork();
  const { companyToken } = await import("./company-captcha.ts");
  return companyToken(captcha, captchaSiteKey ?? "");
}
