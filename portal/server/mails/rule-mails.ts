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

interface RuleComing {
  readonly organisation: string;
  readonly rule: SignInRule;
  readonly holdsFrom: string;
}

/** What is said of a rule: the subject, what it asks, what to do before it holds, and what comes else. */
interface Said {
  readonly subject: string;
  readonly rule: string;
  readonly ready: string;
  readonly link?: string;
  readonly note: string;
}

function inJapanese({ organisation, rule }: RuleComing, day: string): Said {
  switch (rule.kind) {
    case "second-factor": {
      const wanted =
        rule.strength === "phishing-resistant" ? "パスキー" : "パスキーまたは認証アプリ";
      return {
        subject: `${day}からログインに${wanted}が必要です`,
        rule: `${organisation}の設定により、${day}から、パスワードでのログインに${wanted}が必要になります。`,
        ready: "マイページで、それまでに登録してください。数分で終わります。",
        link: "マイページで登録する",
        note: "登録していない場合は、その日以降のログイン時に登録画面が表示されます。登録が終わるまで、サービスを利用できません。",
      };
    }
    case "networks":
      return {
        subject: `${day}からログインできるネットワークが限られます`,
        rule: `${organisation}の設定により、${day}から、組織が許可したネットワーク（次のとおり）からのみログインできます。前回のログインは、それ以外のネットワークからでした。`,
        ready: rule.networks.join("、"),
        note: "許可されていないネットワークから利用する必要がある場合は、組織の管理者にご相談ください。",
      };
    case "session-length":
      return {
        subject: `${day}からログインの有効期間が${rule.hours}時間になります`,
        rule: `${organisation}の設定により、${day}から、ログインの${rule.hours}時間後に自動的にログアウトします。連携しているアプリケーションも同様です。`,
        ready: "お手続きは不要です。",
        note: "ログアウトした後は、もう一度ログインすると続けて利用できます。",
      };
    case "no-trusted-browsers":
      return {
        subject: `${day}から毎回二要素認証が必要です`,
        rule: `${organisation}の設定により、${day}から、信頼するブラウザーでもログインのたびに二要素認証が必要になります。`,
        ready: "認証に使うメール、認証アプリまたはパスキーが手元にあることをご確認ください。",
        link: "マイページで確認する",
        note: "その日以降にログインすると、ブラウザーの信頼は解除されます。",
      };
    case "no-external-ids":
      return {
        subject: `${day}から外部IDでログインできなくなります`,
        rule: `${organisation}の設定により、${day}から、ご自身の外部IDではログインできなくなります。`,
        ready:
          "それまでに、組織のシングルサインオンなど、ほかの方法でログインできることをご確認ください。",
        note: "ほかの方法がない場合は、組織の管理者にご相談ください。",
      };
    case "no-passwords":
      return {
        subject: `${day}からパスワードでログインできなくなります`,
        rule: `${organisation} の設定により、${day}から、パスワードではログインできなくなります。`,
        ready: "それまでに、パスキーを追加するか、組織のシングルサインオンでログインしてください。",
        link: "パスキーを追加する",
        note: "どちらも使えない場合は、組織の管理者にご相談ください。",
      };
  }
}

function inEnglish({ organisation, rule }: RuleComing, day: string): Said {
  switch (rule.kind) {
    case "second-factor": {
      const wanted =
        rule.strength === "phishing-resistant" ? "a passkey" : "a passkey or an authenticator app";
      return {
        subject: `From ${day}, you need ${wanted} to log in`,
        rule: `${organisation} has set a rule: from ${day}, logging in with your password also takes ${wanted}.`,
        ready: "Add one on My Page before then. It takes a few minutes.",
        link: "Add one on My Page",
        note: "If you haven't added it by then, we'll ask you to at your next login, and you can't use the service until you have.",
      };
    }
    case "networks":
      return {
        subject: `From ${day}, you can log in from certain networks only`,
        rule: `${organisation} has set a rule: from ${day}, you can log in only from the networks below. Your last login came from another one.`,
        ready: rule.networks.join(", "),
        note: "If you need to work from somewhere else, ask your organization's administrator.",
      };
    case "session-length": {
      const length = rule.hours === 1 ? "an hour" : `${rule.hours} hours`;
      return {
        subject: `From ${day}, a login lasts ${length}`,
        rule: `${organisation} has set a rule: from ${day}, you're logged out ${length} after you log in, in connected applications too.`,
        ready: "You don't have to prepare anything.",
        note: "Log in again whenever you want to go on.",
      };
    }
    case "no-trusted-browsers":
      return {
        subject: `From ${day}, every login takes two-factor authentication`,
        rule: `${organisation} has set a rule: from ${day}, trusted browsers need two-factor authentication too, at every login.`,
        ready: "Make sure you have your mailbox, authenticator app or passkey at hand.",
        link: "Check on My Page",
        note: "From that day on, your browsers stop being trusted at your next login.",
      };
    case "no-external-ids":
      return {
        subject: `From ${day}, you can't log in with your external ID`,
        rule: `${organisation} has set a rule: from ${day}, you can't log in with an external ID of your own.`,
        ready:
          "Before then, make sure you can log in another way, such as your organization's single sign-on.",
        note: "If you have no other way, ask your organization's administrator.",
      };
    case "no-passwords":
      return {
        subject: `From ${day}, you can't log in with a password`,
        rule: `${organisation} has set a rule: from ${day}, you can't log in with a password.`,
        ready: "Before then, add a passkey, or log in once through your organization.",
        link: "Add a passkey",
        note: "If you can't do either, ask your organization's administrator.",
      };
  }
}

/** Tells a member what their organisation will ask for at sign-in, and how to be ready for it. */
export function ruleComingMail(sender: MailSender, locale: Locale, about: RuleComing): MailContent {
  const day = formatDay(about.holdsFrom, locale);
  const said = locale === "ja" ? inJapanese(about, day) : inEnglish(about, day);
  const settings = `${sender.portalOrigin}${pageUrl("security")}`;
  return composeMail(sender, locale, said.subject, [
    paragraph(said.rule),
    paragraph(said.ready),
    ...(said.link === undefined ? [] : [link(said.link, settings)]),
    note(said.note),
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
