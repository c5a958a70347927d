import { expect, it } from "vitest";
import { makeResponse } from "../../net/http/http-response.ts";
import { isChallenge, namesFirewall } from "./block-marks.ts";

const pageOf = (html: string) =>
  makeResponse({
    ...{ status: 200, headers: [], body: Buffer.from(html), truncated: false },
    ...{ url: "https://shop.test/", hops: [], leftFor: null },
  });

it.each<[html: string, is: boolean]>([
  ["<title>Just a moment...</title>", true],
  ["<title>Attention Required! | Cloudflare</title>", true],
  [
    '<title>Access Denied</title><h1>Access Denied</h1>You don\'t have permission to access "http&#58;&#47;&#47;a" on this server.<P>Reference&#32;&#35;18&#46;x',
    true,
  ],
  ["<title>Robot Challenge Screen</title><div>Checking site connection security", true],
  ["<title>Loading...</title><script>document.cookie='x=1';location.reload()</script>", true],
  ["<title>Client Challenge</title>", true],
  ["<title>DDoS-Guard</title>", true],
  ["<title>Bot Verification</title><div>Verifying that you are not a robot...", true],
  ["<title>Vercel Security Checkpoint</title>", true],
  ["<title>Site Maintenance</title>", false],
  ["<title>Human Verification Services Ltd</title><p>We sell", false],
  ["<title>How to fix Access Denied</title><article>", false],
  ["<title>Blocked Drains London</title>", false],
  ["<title>安全验证</title>", true],
  ["<title>人机验证</title>", true],
  ["<title>滑动验证页面</title>", true],
  ["<title>Imunify360 Captcha</title>", true],
  ["<title>You are being redirected...</title><script>sucuri_cloudproxy_js=''</script>", true],
  ["<title>Performing security verification</title>", true],
  ["<title>Checking your Browser - GitLab</title>", true],
  ['<title>Anubis</title><script id="anubis_challenge">', true],
  ["<title>Security Verification</title>", true],
  ["<title>Access Blocked</title>", true],
])("%s is a firewall's: %s", (html, is) => {
  const page = pageOf(html);
  expect(namesFirewall(page) || isChallenge(page)).toBe(is);
});
