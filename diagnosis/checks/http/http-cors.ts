import { defineCheck } from "../../engine/check.ts";
import { withPage } from "./page/front-page.ts";

/** An origin that is nobody's (RFC 6761 §6.4), so no list of trusted sites can hold it. */
const STRANGER = "https://cors-check.invalid";

/**
 * The site does not hand its answers to any other site that asks with the visitor's cookies: it must not
 * echo a stranger's Origin together with Access-Control-Allow-Credentials (Fetch, "CORS protocol and
 * credentials"; OWASP ASVS 5.0 3.4.2). `*` is harmless here, since browsers never combine it with cookies.
 */
export const httpCors = defineCheck({
  id: "http-cors",
  category: "http",
  scope: "host",
  title: { ja: "他サイトからの読み取りの許可(CORS)", en: "Reading by other sites (CORS)" },
  explanation: {
    ja: "どのサイトからの要求でも、利用者のクッキー付きで応答を読み取れる設定になっていると、利用者が別の悪意あるページを開くだけで、ログイン中の情報を盗まれます。",
    en: "If any site may read answers made with the visitor's cookies, merely opening a malicious page hands over what the visitor sees when signed in.",
  },
  remedy: {
    ja: "Access-Control-Allow-Originに要求元をそのまま返すのをやめ、許可するサイトの一覧と照合してください。",
    en: "Stop echoing the requesting origin in Access-Control-Allow-Origin; compare it with a list of permitted sites.",
  },
  source: [
    {
      title: "Fetch: CORS protocol and credentials",
      url: "https://fetch.spec.whatwg.org/#cors-protocol-and-credentials",
    },
    {
      title: "OWASP ASVS 5.0 3.4.2",
      url: "https://owasp.org/www-project-application-security-verification-standard/",
    },
  ],
  outcomes: {
    closed: {
      state: "pass",
      severity: null,
      text: {
        ja: "見知らぬサイトからの読み取りは許可されません。",
        en: "Strange sites may not read answers.",
      },
    },
    public: {
      state: "info",
      severity: "info",
      text: {
        ja: "どのサイトからでも、クッキーなしの応答を読み取れます({cors.allowOrigin})。",
        en: "Any site may read answers made without cookies ({cors.allowOrigin}).",
      },
    },
    reflected: {
      state: "fail",
      severity: "high",
      text: {
        ja: "どのサイトからでも、利用者のクッキー付きの応答を読み取れます。",
        en: "Any site may read answers made with the visitor's cookies.",
      },
    },
  },
  run: (context) =>
    withPage(context, async ({ url }) => {
      const answer = await context.http.fetch(url, { headers: { origin: STRANGER } });
      const allowed = answer.header("access-control-allow-origin");
      const credentials = answer.header("access-control-allow-credentials") === "true";
      const reflects = allowed === STRANGER;
      const facts = [
        { name: "cors.reflectsOrigin", value: reflects },
        { name: "cors.allowOrigin", value: allowed ?? "" },
        { name: "cors.allowCredentials", value: credentials },
      ];
      if (reflects && credentials) return { outcome: "reflected", facts };
      return { outcome: reflects || allowed === "*" ? "public" : "closed", facts };
    }),
});
