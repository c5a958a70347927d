/**
 * The statement of authority, by version. A consent stores its version, so one that somebody agreed to
 * is never changed or taken away: another text is another version.
 */
export const consentStatements = {
  "2026-11-01": {
    ja: "私はこのドメインの診断を依頼する権限を持ち、次の診断に同意します：名前、メールの設定、TLS、Webページ、開いているポート、外から見えるソフトウェア。リクエストは毎秒2回以下です。",
    en: "I am authorized to have this domain scanned, and I agree to scans of its names, mail setup, TLS, web pages, open ports and visible software, at no more than two requests per second.",
  },
};

/** The version in force. */
export const consentVersion = "2026-11-01" satisfies keyof typeof consentStatements;

/** What a stored version says in both languages. */
export function consentStatement(version: string): string {
  const statement = Object.entries(consentStatements).find(([known]) => known === version)?.[1];
  return statement === undefined ? "" : `${statement.ja}\n${statement.en}`;
}
