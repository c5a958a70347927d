import type { Locale } from "@sekimori/kit-contract/locale";

/** Who sends, as every mail says at its end. */
export interface LetterSender {
  readonly serviceName: string;
  /** The company behind the service, as each language writes it. */
  readonly providerName: Readonly<Record<Locale, string>>;
  /** The page where questions are asked. */
  readonly contactUrl: string;
}

/**
 * The last lines of every mail: who writes, that nobody reads answers, and where to ask.
 *
 * @param why the mail comes to whoever reads it, where that is not plain from the mail itself
 */
export function letterFoot(
  { serviceName, providerName, contactUrl }: LetterSender,
  locale: Locale,
  why?: string,
): readonly string[] {
  const reason = why === undefined ? [] : [why];
  return locale === "ja"
    ? [
        `${serviceName}（${providerName.ja}）`,
        ...reason,
        "このメールは送信専用のアドレスからお送りしています。ご返信いただいてもお答えできません。",
        `お問い合わせ ${contactUrl}`,
      ]
    : [
        `${serviceName} by ${providerName.en}`,
        ...reason,
        "This address doesn't receive email, so please don't reply.",
        `Questions? ${contactUrl}`,
      ];
}
