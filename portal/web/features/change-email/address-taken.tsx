import { useLingui } from "@lingui/react/macro";
import type { ApiError } from "@sekimori/kit-web/client/api-error";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { Link } from "@sekimori/kit-web/routing/link";
import { NarrowPage } from "@sekimori/kit-web/shell/narrow-page";
import { pagePaths, pageUrl } from "@sekimori/portal-contract/page-routes";
import { emailDialog } from "../../app/email-dialog.ts";
import { errorSentence } from "../../app/sentences/error-sentences.ts";

/** The code was right, but somebody has the address by now: the change is over, and begun anew. */
export function AddressTaken({ error }: { readonly error: ApiError }) {
  const { t, i18n } = useLingui();
  return (
    <NarrowPage title={t`Email Address Authentication`}>
      <Banner tone="danger" role="alert" className="mb-6" title={errorSentence(error, i18n)}>
        {t`Your login ID hasn't changed.`}
      </Banner>
      <div className="grid gap-4">
        <Link
          to={pageUrl("security", { dialog: emailDialog })}
          replace
          className={buttonClass({ variant: "primary", size: "large", wide: true })}
        >
          {t`Use another address`}
        </Link>
        <Link
          to={pagePaths.security}
          replace
          className={buttonClass({ variant: "secondary", size: "large", wide: true })}
        >
          {t`Keep current address`}
        </Link>
      </div>
    </NarrowPage>
  );
}
