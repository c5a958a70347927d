import { useLingui } from "@lingui/react/macro";
import { formatMoment } from "@sekimori/kit-contract/dates";
import { useActForm } from "@sekimori/kit-web/form/use-act-form";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { Disclosure } from "@sekimori/kit-web/primitives/disclosure";
import { PageForm } from "@sekimori/kit-web/shell/page-form";
import { recoveryDelayMs } from "@sekimori/portal-contract/constants";
import { startRecovery } from "@sekimori/portal-contract/endpoints/recovery";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { language } from "../../app/language.ts";
import { errorSentence } from "../../app/sentences/error-sentences.ts";

interface LostAllProps {
  readonly token: string;
  /** When a delay that is under way is over. */
  readonly endsAt: string | null;
}

/** For who has lost passkeys, app and recovery codes: a delay, of which the owner is told. */
export function LostAll({ token, endsAt: before }: LostAllProps) {
  const { t, i18n } = useLingui();
  const [endsAt, setEndsAt] = useState(before);
  const hours = recoveryDelayMs / 3_600_000;
  const form = useActForm({
    async onSubmit() {
      setEndsAt((await client.call(startRecovery, { body: { token } })).endsAt);
    },
    place: ({ type }) =>
      ["ResetCodeIncorrect", "TooManyRequest", "NotFound"].includes(type) ? "form" : undefined,
  });
  if (endsAt !== null) {
    const until = formatMoment(endsAt, language.current());
    return (
      <Banner
        tone="info"
        role="status"
        className="mt-8"
        title={t`Account recovery is in progress until ${{ until }}`}
      >
        {t`We'll then email you a link to set a new password. Nothing changes until then. To stop recovery, use the link in our email, or log in with a passkey, your authenticator app or a recovery code.`}
      </Banner>
    );
  }
  return (
    <Disclosure className="mt-8" summary={t`I don't have any of these`}>
      <p className="mb-4">
        {t`You can recover your account after ${{ hours }} hours. Until then we'll email you several times, so you can stop it if it isn't you. Then we'll email you a link to set a new password, which also removes your passkeys, authenticator app and recovery codes. You can start this once a week.`}
      </p>
      <PageForm
        form={form}
        submitLabel={t`Start account recovery (${{ hours }}-hour wait)`}
        pendingLabel={t`Starting`}
        isSecondary
        errorSentence={(error) =>
          error.type === "TooManyRequest"
            ? t`You can start account recovery once a week. Try again later.`
            : errorSentence(error, i18n)
        }
      >
        {null}
      </PageForm>
    </Disclosure>
  );
}
