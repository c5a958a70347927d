import { defineCheck, type Observation } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import type { HttpResponse } from "../../net/clients.ts";
import { NetError } from "../../net/net-error.ts";
import { listedDirectories } from "./files/directory-listing.ts";
import { withPage } from "./page/front-page.ts";

type Outcome = "quiet" | "version" | "listing" | "trace";

const TELLING = [
  "server",
  "x-powered-by",
  "x-aspnet-version",
  "x-aspnetmvc-version",
  "x-generator",
];
const VERSION = /\d+\.\d+/;

/**
 * The server keeps details to itself: no versions in headers, no lists of files, no TRACE (OWASP ASVS 5.0
 * 13.4; RFC 9110 §9.3.8 on TRACE, §10.2.4 on Server).
 */
export const httpLeak = defineCheck({
  id: "http-leak",
  category: "http",
  scope: "address",
  title: { ja: "サーバー情報の漏えい", en: "Details exposed by the server" },
  explanation: {
    ja: "ソフトウェアのバージョン番号やファイルの一覧は、攻撃者が弱点を探す手がかりになります。TRACEは、要求に含まれる秘密をそのまま返してしまいます。",
    en: "Software versions and file listings help attackers find weak points. TRACE sends back any secrets that a request carried.",
  },
  remedy: {
    ja: "ヘッダーの版番号を消し（nginxならserver_tokens off）、ディレクトリの一覧表示とTRACEメソッドを無効にしてください。",
    en: "Remove versions from headers (server_tokens off in nginx), and disable directory listings and the TRACE method.",
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
  outcomes: {
    quiet: {
      state: "pass",
      severity: null,
      text: {
        ja: "版番号やファイルの一覧は公開されていません。",
        en: "No versions or file listings are exposed.",
      },
    },
    version: {
      state: "warn",
      severity: "low",
      text: {
        ja: "ヘッダーに版番号が含まれています：{leak.headers}",
        en: "Headers expose versions: {leak.headers}",
      },
    },
    listing: {
      state: "fail",
      severity: "medium",
      text: {
        ja: "{subject}のファイル一覧が公開されています。",
        en: "The file listing of {subject} is public.",
      },
    },
    trace: {
      state: "warn",
      severity: "low",
      text: { ja: "TRACEメソッドが有効です。", en: "The TRACE method is enabled." },
    },
  },
  run: (context) =>
    withPage(context, async (page) => {
      const headers = TELLING.flatMap((name) => {
        const value = page.header(name);
        return value !== null && VERSION.test(value) ? [`${name}: ${value.slice(0, 100)}`] : [];
      });
      const listed = await listedDirectories(context, page);
      const traces = await echoesTrace(context, page);
      const facts = [
        { name: "leak.version", value: headers.length > 0 },
        { name: "leak.headers", value: headers },
        { name: "leak.listing", value: listed.length > 0 },
        { name: "leak.trace", value: traces },
      ];
      const found: Observation<Outcome>[] = listed.map((path) => ({
        outcome: "listing",
        subject: path,
        facts,
      }));
      if (headers.length > 0) found.push({ outcome: "version", facts });
      if (traces) found.push({ outcome: "trace", facts });
      return found.length > 0 ? found : { outcome: "quiet", facts };
    }),
});

/** True when the server sends a TRACE request back, a mark of ours in it. */
async function echoesTrace(context: CheckContext, { url }: HttpResponse): Promise<boolean> {
  try {
    const mark = "echo-check";
    const answer = await context.http.fetch(url, { method: "TRACE", headers: { "x-trace": mark } });
    return answer.status === 200 && new RegExp(`x-trace:?\\s*${mark}`, "i").test(answer.text());
  } catch (error) {
    // Many servers just hang up on a method they do not know.
    if (error instanceof NetError && (error.code === "reset" || error.code === "malformed"))
      return false;
    throw error;
  }
}
