import type { CheckTexts } from "../../engine/check.ts";

const EXPOSED = { ja: "{subject}が公開されています。", en: "{subject} is public." };

/** What is said of `exp-files`. */
export const expFilesTexts = {
  title: { ja: "公開されてはならないファイル", en: "Files that should not be public" },
  looksAt: {
    ja: "設定ファイル、ソースコード、鍵、バックアップなど、公開されてはならないファイルの場所を決まった一覧で要求し、内容の特徴で判定します。「緊急」とするのは、空、仮の値、よく知られたパスワードのいずれでもない秘密が実際に読めたときだけです。何にでも応答するサイトは、その隣の存在しない名前で見分けます。",
    en: "A fixed list of places where configuration, source code, keys and backups are left is asked for, and what comes is judged by its contents. It is critical only where a secret could be read that is neither empty, a placeholder nor a password that everybody knows. A made-up name beside it tells sites that answer everything.",
  },
  explanation: {
    ja: "ソースコードの管理情報、パスワードを含む設定ファイル、サーバーの内部情報が公開されていると、侵入の直接の手がかりになります。",
    en: "Version-control data, settings with passwords and the server's internal status give attackers what they need to get in.",
  },
  remedy: {
    ja: "該当するファイルを公開フォルダから取り除き、ドットで始まるパスへのアクセスを拒否してください。含まれていたパスワードや鍵は漏えいしたものとして変更してください。",
    en: "Remove the files from the public folder and deny access to paths that begin with a dot. Treat any passwords and keys in them as leaked, and replace them.",
  },
  outcomes: {
    none: {
      ja: "調べたファイルは公開されていません。",
      en: "None of the files looked for is public.",
    },
    critical: EXPOSED,
    high: EXPOSED,
    medium: EXPOSED,
    guessable: {
      ja: "{subject}が公開されています。中のパスワードは、よく使われるものか、初期値としてよく知られたものです。実際に使っている場合は、誰にでも推測されます。",
      en: "{subject} is public, and a password in it is one of the most common or a well-known default. If it is in use, anyone can guess it.",
    },
  },
  source: [
    {
      title: "OWASP ASVS 5.0 13.4.1",
      url: "https://owasp.org/www-project-application-security-verification-standard/",
    },
  ],
} satisfies CheckTexts;
