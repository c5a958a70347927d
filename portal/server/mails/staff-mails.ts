import type { Locale } from "@sekimori/kit-contract/locale";
import { composeMail, type MailContent, type MailSender, paragraph, table } from "./mail-layout.ts";

const names = {
  refund: { ja: "返金", en: "Refund" },
  "close-member": { ja: "会員の退会処理", en: "Closing of an account" },
  "appoint-staff": { ja: "運営者の任命・役割の変更", en: "Appointment of staff" },
  "restore-address": {
    ja: "メールアドレスを変更前に戻す",
    en: "Going back to a former email address",
  },
  "recover-member": { ja: "会員のログイン手段の再設定", en: "Account recovery for a member" },
  "announce-price": { ja: "料金の変更", en: "Change of price" },
  "rotate-signing-keys": { ja: "署名鍵の更新", en: "New signing keys" },
  "rotate-data-keys": { ja: "データの鍵の更新", en: "Sealing data with the current key" },
  "remove-staff": { ja: "管理者の解任", en: "Removal of an administrator" },
} as const;

interface AskedMail {
  /** As the audit log names them. */
  readonly by: string;
  readonly act: keyof typeof names;
  /** When nobody can confirm it any more. */
  readonly until: string;
  /** When whoever asked may confirm it, where nobody else can. */
  readonly aloneFrom: string | undefined;
}

/** Somebody at the console asks for what a second person has to confirm. */
export function confirmationAskedMail(
  sender: MailSender,
  locale: Locale,
  { by, act, until, aloneFrom }: AskedMail,
): MailContent {
  const name = names[act][locale];
  return locale === "ja"
    ? composeMail(sender, locale, `管理コンソールで承認の依頼があります（${name}）`, [
        paragraph(
          aloneFrom === undefined
            ? "取り消せない操作の依頼がありました。内容を確かめ、管理コンソールの承認待ちのページで承認または却下してください。"
            : "取り消せない操作の依頼がありました。ほかに承認できる人がいないため、下記の日時からは依頼した本人が実行できます。",
        ),
        table([
          ["操作", name],
          ["依頼した人", by],
          ...(aloneFrom === undefined ? [] : [["実行できる日時", aloneFrom] as const]),
          ["期限", until],
        ]),
        paragraph(
          aloneFrom === undefined
            ? "心当たりがない場合は、管理コンソールの承認待ちのページで却下し、依頼した人のアカウントを確認してください。"
            : "心当たりがない場合は、上記の日時までに、依頼した本人に確認するか、システムの運用担当者に連絡して、依頼した人を運営者から外してもらってください。",
        ),
      ])
    : composeMail(sender, locale, `A request at the console needs you (${name})`, [
        paragraph(
          aloneFrom === undefined
            ? "Someone asked for something that can't be undone. Check it, and confirm or decline it on the Requests page."
            : "Someone asked for something that can't be undone. Nobody else can confirm it, so the person who asked can carry it out from the time below.",
        ),
        table([
          ["Action", name],
          ["Asked by", by],
          ...(aloneFrom === undefined ? [] : [["Possible from", aloneFrom] as const]),
          ["Until", until],
        ]),
        paragraph(
          aloneFrom === undefined
            ? "If you don't expect this, decline it on the Requests page and check the account of the person who asked."
            : "If you don't expect this, check with the person who asked before that time, or ask the operator of the servers to remove that person from staff.",
        ),
      ]);
}
