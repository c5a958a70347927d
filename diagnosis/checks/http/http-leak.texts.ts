import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `http-leak`. */
export const httpLeakTexts = {
  title: { ja: "サーバー情報の漏えい", en: "Details exposed by the server" },
  looksAt: {
    ja: "応答のヘッダーがソフトウェアのバージョンを示していないか、ファイルの一覧やTRACEが有効になっていないかを調べます。",
    en: "Whether headers tell software versions, and whether directory listings or TRACE are enabled.",
  },
  explanation: {
    ja: "ソフトウェアのバージョン番号やファイルの一覧は、攻撃者が弱点を探す手がかりになります。TRACEは、要求に含まれる秘密をそのまま返してしまいます。",
    en: "Software versions and file listings help attackers find weak points. TRACE sends back any secrets that a request carried.",
  },
  remedy: {
    ja: "ヘッダーの版番号を消し（nginxならserver_tokens off）、ディレクトリの一覧表示とTRACEメソッドを無効にしてください。",
    en: "Remove versions from headers (server_tokens off in nginx), and disable directory listings and the TRACE method.",
  },
  outcomes: {
    quiet: {
      ja: "版番号やファイルの一覧は公開されていません。",
      en: "No versions or file listings are exposed.",
    },
    version: {
      ja: "ヘッダーに版番号が含まれています：{leak.headers}",
      en: "Headers expose versions: {leak.headers}",
    },
    listing: {
      ja: "{subject}のファイル一覧が公開されています。",
      en: "The file listing of {subject} is public.",
    },
    trace: { ja: "TRACEメソッドが有効です。", en: "The TRACE method is enabled." },
  },
  facts: {
    "leak.headers": { ja: "情報を明かすヘッダー", en: "Headers that reveal something" },
    "leak.listing": { ja: "ファイルの一覧が見える", en: "Directory listing shown" },
    "leak.trace": { ja: "エラーの詳細が見える", en: "Error details shown" },
    "leak.version": { ja: "バージョンが見える", en: "Version shown" },
  },
  source: [
    {
      title: "OWASP ASVS 5.0 13.4",
      url: "https://owasp.org/www-project-application-security-verification-standard/",
    },
    {
      title: "RFC 9110 §9.3.8, §10.2.4",
      url: "https://www.rfc-editor.org/rfc/rfc9110#section-9.3.8",
    },
  ],
} satisfies CheckTexts;
