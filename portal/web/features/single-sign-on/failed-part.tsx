import { useLingui } from "@lingui/react/macro";
import { DeniedIllustration } from "@sekimori/kit-web/brand/state-illustrations";
import type { ApiError } from "@sekimori/kit-web/client/api-error";
import { ErrorText } from "@sekimori/kit-web/errors/error-text";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { StatePage } from "@sekimori/kit-web/primitives/state-page";
import { Link } from "@sekimori/kit-web/routing/link";
import { pagePaths, pageUrl } from "@sekimori/portal-contract/page-routes";
import { failureSentence } from "./failure-sentence.ts";

/** What came of it, and the two ways on that are always open. */
export function FailedPart({ error }: { readonly error: ApiError }) {
  const { t, i18n } = useLingui();
  const sentence = failureSentence(error);
  return (
    <StatePage
      title={t`Login through your organization failed`}
      illustration={<DeniedIllustration />}
      action={
        <>
          <Link
            to={pagePaths.login}
            replace
            className={buttonClass({ variant: "primary", size: "large", wide: true })}
          >
            {t`Back to login`}
          </Link>
          <Link
            to={pageUrl("resetPassword", { step: "enter-id" })}
            replace
            className={buttonClass({ size: "large", wide: true })}
          >
            {t`Reset your password`}
          </Link>
        </>
      }
    >
      <ErrorText error={error} sentence={sentence && i18n._(sentence)} />
    </StatePage>
  );
}
