import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `http-cookie`. */
export const httpCookieTexts = {
  title: { ja: "セッションクッキーの属性", en: "Session cookie attributes" },
  looksAt: {
    ja: "フレームワークの名前か、推測できない値を持つ名前から、セッションに使われるとみられるクッキーに、Secure、HttpOnly、SameSiteが付いているかを調べます。ブラウザーが受け取らないクッキーは数えません。",
    en: "Whether cookies that look like a session's, by a framework's name or by a value that cannot be guessed, carry Secure, HttpOnly and SameSite. Cookies that browsers refuse do not count.",
  },
  explanation: {
    ja: "セッション用のクッキーは、ログイン状態そのものです。属性が足りないと、平文の通信から盗まれたり、不正なスクリプトに読まれたり、他のサイトから悪用されたりします。",
    en: "Whoever has a session cookie is logged in. Without the right attributes, it can be stolen from unencrypted connections, read by injected scripts or abused by other sites.",
  },
  remedy: {
    ja: "セッション用のクッキーにSecure、HttpOnly、SameSite=Lax（またはStrict）を付け、名前を__Host-で始めてください。",
    en: "Give session cookies the Secure, HttpOnly and SameSite=Lax (or Strict) attributes, and names that begin with __Host-.",
  },
  outcomes: {
    protected: {
      ja: "セッション用のクッキーは保護されています（{cookie.names}）。",
      en: "The session cookies are protected ({cookie.names}).",
    },
    insecure: {
      ja: "セッション用のクッキー{subject}にSecureがなく、平文の通信でも送られます。",
      en: "Session cookie {subject} lacks Secure and is sent over unencrypted connections too.",
    },
    "script-readable": {
      ja: "セッション用のクッキー{subject}にHttpOnlyがなく、スクリプトから読めます。",
      en: "Session cookie {subject} lacks HttpOnly and can be read by scripts.",
    },
    "cross-site": {
      ja: "セッション用のクッキー{subject}にSameSiteがありません。",
      en: "Session cookie {subject} has no SameSite.",
    },
  },
  facts: {
    "cookie.names": { ja: "Cookieの名前", en: "Cookie names" },
    "cookie.session.httpOnly": {
      ja: "すべてのCookieにHttpOnlyがある",
      en: "HttpOnly on every cookie",
    },
    "cookie.session.sameSite": {
      ja: "すべてのCookieにSameSiteがある",
      en: "SameSite on every cookie",
    },
    "cookie.session.secure": { ja: "すべてのCookieにSecureがある", en: "Secure on every cookie" },
  },
  source: [
    { title: "RFC 6265 §4.1.2", url: "https://www.rfc-editor.org/rfc/rfc6265#section-4.1.2" },
    {
      title: "OWASP ASVS 5.0 3.3",
      url: "https://owasp.org/www-project-application-security-verification-standard/",
    },
  ],
} satisfies CheckTexts;
