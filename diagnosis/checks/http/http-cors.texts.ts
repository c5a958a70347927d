import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `http-cors`. */
export const httpCorsTexts = {
  title: { ja: "他サイトからの読み取りの許可（CORS）", en: "Reading by other sites (CORS)" },
  looksAt: {
    ja: "他サイト、null、似た名前のOriginを付けて要求し、認証情報付きの読み取りを許可しないかを調べます。",
    en: "Requests with the Origin of another site, of null and of names that look alike must not be allowed to read with credentials.",
  },
  explanation: {
    ja: "どのサイトからの要求でも、利用者のクッキー付きで応答を読み取れる設定になっていると、利用者が別の悪意あるページを開くだけで、ログイン中の情報を盗まれます。",
    en: "If any site can read responses made with the visitor's cookies, just opening a malicious page hands over what the visitor sees when logged in.",
  },
  remedy: {
    ja: "Access-Control-Allow-Originに要求元をそのまま返すのをやめ、許可するサイトの一覧と照合してください。",
    en: "Stop echoing the requesting origin in Access-Control-Allow-Origin. Compare it with a list of permitted sites instead.",
  },
  outcomes: {
    closed: {
      ja: "見知らぬサイトからの読み取りは許可されません。",
      en: "Unknown sites cannot read responses.",
    },
    public: {
      ja: "どのサイトからでも、クッキーなしの応答を読み取れます（{cors.allowOrigin}）。",
      en: "Any site can read responses made without cookies ({cors.allowOrigin}).",
    },
    "null-origin": {
      ja: "Originがnullの要求に、利用者のクッキー付きの応答の読み取りを許可します。nullは誰でも名乗れます。",
      en: "Requests with the origin “null”, which anyone can send, can read responses made with the visitor's cookies.",
    },
    "look-alike": {
      ja: "名前の一部が同じだけの別のサイト（{cors.origin}）に、利用者のクッキー付きの応答の読み取りを許可します。",
      en: "Sites whose names only look similar ({cors.origin}) can read responses made with the visitor's cookies.",
    },
    reflected: {
      ja: "どのサイトからでも、利用者のクッキー付きの応答を読み取れます。",
      en: "Any site can read responses made with the visitor's cookies.",
    },
  },
  facts: {
    "cors.allowCredentials": {
      ja: "Cookieを伴う読み取りを許可する",
      en: "Reading with cookies allowed",
    },
    "cors.allowOrigin": { ja: "許可されたオリジン", en: "Origin allowed" },
    "cors.origin": { ja: "試したオリジン", en: "Origin tried" },
    "cors.reflectsOrigin": { ja: "どのオリジンも許可する", en: "Any origin allowed" },
  },
  terms: [
    {
      term: { ja: "CORS", en: "CORS" },
      meaning: {
        ja: "ほかのサイトのページから、応答を読み取ってよいかをブラウザーに伝える仕組みです。",
        en: "How a site tells browsers which other sites' pages may read its responses.",
      },
    },
  ],
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
} satisfies CheckTexts;
