import { AppError } from "@sekimori/kit-server/errors";
import { captchaSignInAction } from "@sekimori/portal-contract/constants";
import type { PortalContext } from "../../context.ts";

/** @throws AppError RecaptchaTokenIncorrect unless the page's captcha says a person is there. */
export async function requireCaptcha(
  { captcha }: Pick<PortalContext, "captcha">,
  token: string | undefined,
): Promise<void> {
  if (!(await captcha.verify(token, captchaSignInAction)))
    throw new AppError("RecaptchaTokenIncorrect");
}
