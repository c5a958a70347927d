import { defineCheck } from "../../engine/check.ts";
import { withPage } from "./page/front-page.ts";

/** A name that is nobody's (RFC 6761 §6.4), so no list of trusted sites can hold it. */
const NOBODY = "cors-check.invalid";

/** Origins that only a careless comparison lets through, by the outcome that shows it. */
const strangers = (host: string, domain: string) =>
  [
    ["reflected", `https://${NOBODY}`],
    // Sandboxed frames and local files have this origin, so anyone can.
    ["null-origin", "null"],
    ["look-alike", `https://cors-check${domain}`],
    ["look-alike", `https://${host}.${NOBODY}`],
  ] as const;

/**
 * The site does not hand its answers to any other site that asks with the visitor's cookies: it must not
 * echo a stranger's Origin, "null" or a name that merely begins or ends like its own, together with Access-Control-Allow-Credentials (Fetch, "CORS protocol and
 * credentials"; OWASP ASVS 5.0 3.4.2). `*` is harmless here, since browsers never combine it with cookies.
 */
export const httpCors = defineCheck({
  id: "http-cors",
  category: "http",
  scope: "address",
  title: { ja: "他サイトからの読み取りの許可（CORS）", en: "Reading by other sites (CORS)" },
  explanation: {
    ja: "どのサイトからの要求でも、利用者のクッキー付きで応答を読み取れる設定になっていると、利用者が別の悪意あるページを開くだけで、ログイン中の情報を盗まれます。",
    en: "If any site can read responses made with the visitor's cookies, just opening a malicious page hands over what the visitor sees when logged in.",
  },
  remedy: {
    ja: "Access-Control-Allow-Originに要求元をそのまま返すのをやめ、許可するサイトの一覧と照合してください。",
    en: "Stop echoing the requesting origin in Access-Control-Allow-Origin. Compare it with a list of permitted sites instead.",
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
        en: "Unknown sites cannot read responses.",
      },
    },
    public: {
      state: "info",
      severity: "info",
      text: {
        ja: "どのサイトからでも、クッキーなしの応答を読み取れます（{cors.allowOrigin}）。",
        en: "Any site can read responses made without cookies ({cors.allowOrigin}).",
      },
    },
    "null-origin": {
      state: "fail",
      severity: "high",
      text: {
        ja: "Originがnullの要求に、利用者のクッキー付きの応答の読み取りを許可します。nullは誰でも名乗れます。",
        en: "Requests with the origin “null”, which anyone can send, can read responses made with the visitor's cookies.",
      },
    },
    "look-alike": {
      state: "fail",
      severity: "high",
      text: {
        ja: "名前の一部が同じだけの別のサイト（{cors.origin}）に、利用者のクッキー付きの応答の読み取りを許可します。",
        en: "Sites whose names only look similar ({cors.origin}) can read responses made with the visitor's cookies.",
      },
    },
    reflected: {
      state: "fail",
      severity: "high",
      text: {
        ja: "どのサイトからでも、利用者のクッキー付きの応答を読み取れます。",
        en: "Any site can read responses made with the visitor's cookies.",
      },
    },
  },
  run: (context) =>
    withPage(context, async ({ url }) => {
      const { host, domain } = context.target;
      let open: string | null = null;
      for (const [outcome, origin] of strangers(host, domain)) {
        const answer = await context.http.fetch(url, { headers: { origin } });
        const allowed = answer.header("access-control-allow-origin");
        const credentials = answer.header("access-control-allow-credentials") === "true";
        const facts = factsOf(origin, allowed, credentials);
        if (allowed === origin && credentials) return { outcome, facts };
        if (allowed === origin || allowed === "*") open ??= allowed;
        // A fixed answer will not change for another stranger.
        if (allowed === "*") break;
      }
      const facts = factsOf("", open, false);
      return { outcome: open === null ? "closed" : "public", facts };
    }),
});

function factsOf(origin: string, allowed: string | null, credentials: boolean) {
  return [
    { name: "cors.reflectsOrigin", value: origin !== "" && allowed === origin },
    { name: "cors.origin", value: origin },
    { name: "cors.allowOrigin", value: allowed ?? "" },
    { name: "cors.allowCredentials", value: credentials },
  ];
}
