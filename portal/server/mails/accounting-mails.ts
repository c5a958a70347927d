import type { Locale } from "@sekimori/kit-contract/locale";
import { formatYen } from "@sekimori/kit-contract/yen";
import { pageUrl } from "@sekimori/portal-contract/page-routes";
import {
  code,
  composeMail,
  link,
  type MailContent,
  type MailSender,
  note,
  paragraph,
  table,
} from "./mail-layout.ts";

/** To an address that nobody has proved: it has no word that a member wrote. */
export function accountingCodeMail(
  sender: MailSender,
  locale: Locale,
  asked: { readonly code: string; readonly hours: number },
): MailContent {
  return locale === "ja"
    ? composeMail(sender, locale, "請求書の写しの送付先の認証コード", [
        paragraph(
          `${sender.serviceName}をご利用の方が、請求書の写しの送付先としてこのメールアドレスを指定しました。写しを受け取る場合は、依頼した方に次の認証コードをお伝えください。`,
        ),
        code(asked.code),
        paragraph(`認証コードは${asked.hours}時間有効です。`),
        note(
          "お心当たりがない場合は、認証コードを誰にも伝えず、このメールを破棄してください。写しは送られません。",
        ),
      ])
    : composeMail(sender, locale, "Receive copies of invoices:", [
        paragraph(
          `Someone who uses ${sender.serviceName} wants copies of their invoices sent to this address. To receive them, give this code to the colleague who asked.`,
        ),
        code(asked.code),
        paragraph(`The code expires in ${asked.hours} hours.`),
        note(
          "Weren't expecting this? Don't share the code. You can ignore this email, and you won't get any copies.",
        ),
      ]);
}

/** Tells a member where copies go from now on; undefined: nowhere. */
export function accountingAddressMail(
  sender: MailSender,
  locale: Locale,
  email: string | undefined,
): MailContent {
  const url = `${sender.portalOrigin}${pageUrl("security", { tab: "contract" })}`;
  if (locale === "ja") {
    const subject =
      email === undefined
        ? "請求書の写しの送付が停止されました"
        : "請求書の写しの送付先が変更されました";
    return composeMail(sender, locale, subject, [
      paragraph(
        email === undefined
          ? "経理担当者への請求書の写しの送付を停止しました。"
          : `今後の請求書の写しは、${email} に送付します。`,
      ),
      link("送付先を確認する", url),
      note("お心当たりがない場合は、マイページで送付先を確認し、お問い合わせください。"),
    ]);
  }
  const subject =
    email === undefined
      ? "Copies of your invoices have stopped"
      : "Copies of your invoices go to a new address";
  return composeMail(sender, locale, subject, [
    paragraph(
      email === undefined
        ? "We no longer send copies of your invoices to accounting."
        : `From now on we send copies of your invoices to ${email}.`,
    ),
    link("View the address on My Page", url),
    note("Not you? Check the address on My Page and contact us."),
  ]);
}

/** A document for whoever keeps a member's books; the PDF goes with it. */
export function accountingCopyMail(
  sender: MailSender,
  locale: Locale,
  copied: {
    readonly title: string;
    readonly number: string;
    readonly party: string;
    readonly total: number;
  },
): MailContent {
  const { title, number, party } = copied;
  const total = formatYen(copied.total, locale);
  return locale === "ja"
    ? composeMail(sender, locale, `請求書の写し（${number}）`, [
        paragraph("請求書の写しをPDFで添付します。"),
        table([
          ["金額", total],
          ["種類", title],
          ["番号", number],
          ["宛先", party],
        ]),
        note(
          "このメールは、送付先として登録されたメールアドレスにお送りしています。停止する場合は、登録した方がマイページで解除するか、お問い合わせください。",
        ),
      ])
    : composeMail(sender, locale, `Copy of invoice ${number}`, [
        paragraph("A copy of an invoice is attached as a PDF."),
        table([
          ["Amount", total],
          ["Document", title],
          ["Number", number],
          ["To", party],
        ]),
        note(
          "You're receiving this email because your address was registered for copies. To stop them, ask the colleague who registered it, or contact us.",
        ),
      ]);
}
