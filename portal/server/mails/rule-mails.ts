import { formatDay } from "@sekimori/kit-contract/dates";
import type { Locale } from "@sekimori/kit-contract/locale";
import type { SignInRule } from "@sekimori/portal-contract/endpoints/sign-in-rules";
import { pageUrl } from "@sekimori/portal-contract/page-routes";
import {
  composeMail,
  link,
  type MailContent,
  type MailSender,
  note,
  paragraph,
  table,
} from "./mail-layout.ts";

/** Tells a member what their organisation will ask for at sign-in, and how to be ready for it. */
export function ruleComingMail(
  sender: MailSender,
  locale: Locale,
  about: {
    readonly organisation: string;
    readonly rule: SignInRule;
    readonly holdsFrom: string;
  },
): MailContent {
  const { organisation, rule } = about;
  const day = formatDay(about.holdsFrom, locale);
  const isPasskey = rule.strength === "phishing-resistant";
  const settings = `${sender.portalOrigin}${pageUrl("security")}`;
  if (locale === "ja") {
    const wanted = isPasskey ? "パスキー" : "パスキーまたは認証アプリ";
    return composeMail(sender, locale, `${day}からログインに${wanted}が必要です`, [
      paragraph(
        `${organisation} の設定により、${day}から、パスワードでのログインに${wanted}が必要になります。`,
      ),
      paragraph("マイページで、それまでに登録してください。数分で終わります。"),
      link("マイページで登録する", settings),
      note(
        "登録していない場合は、その日以降のログイン時に登録画面が表示されます。登録が終わるまで、サービスを利用できません。",
      ),
    ]);
  }
  const wanted = isPasskey ? "a passkey" : "a passkey or an authenticator app";
  return composeMail(sender, locale, `From ${day}, you need ${wanted} to log in`, [
    paragraph(
      `${organisation} has set a rule: from ${day}, logging in with your password also takes ${wanted}.`,
    ),
    paragraph("Add it on My Page before then. It takes a few minutes."),
    link("Add it on My Page", settings),
    note(
      "If you haven't added it by then, we'll ask you to at your next login, and you can't use the service until you have.",
    ),
  ]);
}

/** Tells an owner that the emergency owner logged in past a rule. */
export function breakGlassUsedMail(
  sender: MailSender,
  locale: Locale,
  use: {
    readonly email: string;
    readonly at: string;
    readonly device: string;
    readonly ipAddress: string;
  },
): MailContent {
  const page = `${sender.portalOrigin}${pageUrl("organisation")}`;
  return locale === "ja"
    ? composeMail(sender, locale, "緊急用の所有者がルールの対象外としてログインしました", [
        paragraph(
          "組織のログインのルールを満たさないログインがありました。緊急用の所有者のため、ログインを許可しました。",
        ),
        table([
          ["緊急用の所有者", use.email],
          ["日時", use.at],
          ["端末", use.device || "不明"],
          ["IPアドレス", use.ipAddress],
        ]),
        link("組織のページを開く", page),
        note(
          "お心当たりがない場合は、このアカウントのパスワードを再設定し、ほかの端末からログアウトしてください。",
        ),
      ])
    : composeMail(sender, locale, "The emergency owner logged in past your organization's rules", [
        paragraph(
          "A login didn't meet your organization's rules. We let it through because it was the emergency owner's.",
        ),
        table([
          ["Emergency owner", use.email],
          ["Time", use.at],
          ["Device", use.device || "Unknown"],
          ["IP address", use.ipAddress],
        ]),
        link("Open your organization's page", page),
        note("Not expected? Reset that account's password and log out its other devices."),
      ]);
}
