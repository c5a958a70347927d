import { useLingui } from "@lingui/react/macro";
import { Disclosure } from "@sekimori/kit-web/primitives/disclosure";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { QrCode } from "./qr-code.tsx";

export interface BegunApp {
  readonly uri: string;
  readonly secret: string;
}

/** A new authenticator app's secret, as a QR code and as text. */
export function AppSecret({ app }: { readonly app: BegunApp }) {
  const { t } = useLingui();
  return (
    <>
      <p>{t`Scan this with your authenticator app, then enter the code the app shows.`}</p>
      <QrCode text={app.uri} label={t`QR code for your authenticator app`} />
      <Disclosure summary={t`Can't scan it?`}>
        <p>{t`Enter this key in the app (time-based):`}</p>
        <p className="my-2 font-mono wrap-anywhere" translate="no">
          {app.secret}
        </p>
        <p>
          <a href={app.uri} className={linkClass}>{t`Open in an app on this device`}</a>
        </p>
      </Disclosure>
    </>
  );
}
