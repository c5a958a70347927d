import type { Locale } from "@sekimori/kit-contract/locale";
import type { SecondFactorWay } from "@sekimori/portal-contract/endpoints/authenticators";
import { pageUrl } from "@sekimori/portal-contract/page-routes";
import {
  composeMail,
  link,
  type MailContent,
  type MailSender,
  note,
  paragraph,
  resetPasswordUrl,
} from "./mail-layout.ts";

const stopUrl = ({ portalOrigin }: MailSender, token: string) =>
  `${portalOrigin}${pageUrl("stopRecovery", { token })}`;

/** The delay has begun, or goes on: how to stop it. */
export function recoveryStartedMail(
  sender: MailSender,
  locale: Locale,
  delay: {
    readonly until: string;
    readonly stopToken: string;
    readonly isReminder: boolean;
    /** Two of the staff began it for the member. */
    readonly byStaff: boolean;
  },
): MailContent {
  const { until, stopToken, isReminder, byStaff } = delay;
  return locale === "ja"
    ? composeMail(
        sender,
        locale,
        isReminder
          ? "ログイン手段の再設定の手続きが続いています"
          : "ログイン手段の再設定の手続きが始まりました",
        [
          paragraph(
            `${
              byStaff
                ? "お問い合わせを受けてご本人であることを確認し、パスキー、認証アプリ、復旧コードのどれも使えない方のための手続きを、担当者2名の承認により開始しました。"
                : "パスキー、認証アプリ、復旧コードのどれも使えない方のための手続きが、このメールアドレス宛てのメールから開始されました。"
            }${until}まで、アカウントは何も変わりません。その後にお送りするメールから新しいパスワードを設定すると、登録済みのパスキー、認証アプリ、復旧コードは削除されます。`,
          ),
          paragraph(
            byStaff
              ? "お心当たりがない場合は、ほかの人がご本人を装っているおそれがあります。すぐに再設定を止めてください。"
              : "お心当たりがない場合は、メールがほかの人に読まれているおそれがあります。すぐに再設定を止めてください。",
          ),
          link("再設定を止める", stopUrl(sender, stopToken)),
          note(
            "パスキー、認証アプリまたは復旧コードを使ってログインしても、手続きを止められます。",
          ),
        ],
      )
    : composeMail(
        sender,
        locale,
        isReminder
          ? "Account recovery is still in progress"
          : byStaff
            ? "We've started recovering your account"
            : "Someone started recovering your account",
        [
          paragraph(
            `${
              byStaff
                ? "You told us that you've lost the passkeys, authenticator app and recovery codes of your account. We've checked that it's you, and two of our staff have agreed to start the recovery."
                : "Someone with access to this mailbox says they've lost the passkeys, authenticator app and recovery codes of your account."
            } Nothing changes until ${until}. Then we'll email a link to set a new password, which also removes your passkeys, authenticator app and recovery codes.`,
          ),
          paragraph(
            byStaff
              ? "If you didn't ask for it, someone else may be pretending to be you. Stop the recovery right away."
              : "If it wasn't you, someone else may be reading your email. Stop the recovery right away.",
          ),
          link("Stop recovery", stopUrl(sender, stopToken)),
          note(
            "Logging in with a passkey, your authenticator app or a recovery code stops the recovery, too.",
          ),
        ],
      );
}

/** The delay is over: the link that sets a new password, and still the one that stops it. */
export function recoveryReadyMail(
  sender: MailSender,
  locale: Locale,
  delay: {
    readonly until: string;
    readonly stopToken: string;
    readonly finishToken: string;
  },
): MailContent {
  const { until, stopToken, finishToken } = delay;
  const finishUrl = `${sender.portalOrigin}${pageUrl("finishRecovery", { token: finishToken })}`;
  return locale === "ja"
    ? composeMail(sender, locale, "新しいパスワードを設定できます", [
        paragraph(
          `次のリンクから新しいパスワードを設定してください。登録済みのパスキー、認証アプリ、復旧コードは削除され、すべての端末からログアウトします。リンクは${until}まで、一度だけ使えます。`,
        ),
        link("新しいパスワードを設定する", finishUrl),
        paragraph("お心当たりがない場合は、すぐに再設定を止めてください。"),
        link("再設定を止める", stopUrl(sender, stopToken)),
      ])
    : composeMail(sender, locale, "You can set a new password now", [
        paragraph(
          `Set a new password with this link. That also removes your passkeys, authenticator app and recovery codes and logs you out on all devices. The link works once, until ${until}.`,
        ),
        link("Set a new password", finishUrl),
        paragraph("If it wasn't you, stop the recovery right away."),
        link("Stop recovery", stopUrl(sender, stopToken)),
      ]);
}

/** The delay ended before its time. */
export function recoveryStoppedMail(
  sender: MailSender,
  locale: Locale,
  how: "stopped" | "proved",
): MailContent {
  return locale === "ja"
    ? composeMail(sender, locale, "ログイン手段の再設定を止めました", [
        paragraph(
          how === "proved"
            ? "パスキー、認証アプリまたは復旧コードが使われたため、再設定を止めました。アカウントは何も変わっていません。"
            : "再設定を止めました。アカウントは何も変わっていません。",
        ),
        paragraph(
          "始めた覚えがない場合は、メールのパスワードを変更し、このアカウントのパスワードも再設定してください。",
        ),
        link("パスワードを再設定する", resetPasswordUrl(sender)),
      ])
    : composeMail(sender, locale, "Account recovery stopped", [
        paragraph(
          how === "proved"
            ? "A passkey, your authenticator app or a recovery code was used, so we stopped the recovery. Nothing about your account has changed."
            : "The recovery was stopped. Nothing about your account has changed.",
        ),
        paragraph(
          "If you didn't start it, change your email password, and reset the password of this account, too.",
        ),
        link("Reset your password", resetPasswordUrl(sender)),
      ]);
}

const names: Readonly<Record<Exclude<SecondFactorWay, "email">, Readonly<Record<Locale, string>>>> =
  {
    passkey: { ja: "パスキー", en: "passkeys" },
    app: { ja: "認証アプリ", en: "authenticator app" },
    "recovery-code": { ja: "復旧コード", en: "recovery codes" },
  };

/** The way back was taken: what was removed. */
export function recoveryDoneMail(
  sender: MailSender,
  locale: Locale,
  removed: readonly SecondFactorWay[],
): MailContent {
  const gone = removed.flatMap((way) => (way === "email" ? [] : [names[way][locale]]));
  return locale === "ja"
    ? composeMail(sender, locale, "ログイン手段が再設定されました", [
        paragraph(
          `新しいパスワードを設定し、次のものを削除しました：${gone.join("、")}。信頼するブラウザーも解除し、すべての端末とアプリケーションからログアウトしました。今後は、パスワードに加えて、メールでお送りするワンタイムパスワードの入力が必要になります。`,
        ),
        link("ログインする", `${sender.portalOrigin}${pageUrl("login")}`),
        note("お心当たりがない場合は、すぐにお問い合わせください。"),
      ])
    : composeMail(sender, locale, "Your account has been recovered", [
        paragraph(
          `A new password has been set, and these were removed: ${gone.join(", ")}. No browser is trusted anymore, and we've logged out all devices and applications. From now on, you need your password and a one-time password that we email you to log in.`,
        ),
        link("Log in", `${sender.portalOrigin}${pageUrl("login")}`),
        note("Not you? Contact us right away."),
      ]);
}
