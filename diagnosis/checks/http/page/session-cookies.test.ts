import { expect, it } from "vitest";
import { readCookie } from "./cookies.ts";
import { isSessionCookie } from "./session-cookies.ts";

it.each<[header: string, is: boolean]>([
  ["appSession=eyJhbGciOiJkaXIi.x.y3k8Jq2mZ0LcW9; Path=/", true],
  [".AspNet.ApplicationCookie=k8Jq2mZ0LcW9xQ4vB7nT1yR5; path=/", true],
  ["FedAuth=77u/PD94bWwgdmVyc2lvbj0iMS4w; path=/", true],
  ["SESSION=NDhmM2E0YjctZGM2ZS00; Path=/", true],
  ["_gh_sess=k8Jq2mZ0LcW9xQ4vB7nT; path=/; HttpOnly", true],
  ["MoodleSession=k8jq2mz0lcw9xq4vb7nt1yr5ue; path=/", true],
  ["AWSALBTG=k8Jq2mZ0LcW9xQ4vB7nT1yR5; path=/", false],
  ["__cf_bm=k8Jq2mZ0LcW9xQ4vB7nT1yR5; path=/; HttpOnly", false],
  ["_abck=k8Jq2mZ0LcW9xQ4vB7nT~-1; path=/", false],
  ["incap_ses_123_456=k8Jq2mZ0LcW9xQ4vB7nT==; path=/", false],
  ["visid_incap_1=k8Jq2mZ0LcW9xQ4vB7nT; HttpOnly", false],
  ["TS01a2b3c4=01k8Jq2mZ0LcW9xQ4vB7nT; Path=/", false],
  ["BIGipServerpool=rd5o00000000000000000000ffff0a0a0a0ao80; path=/; Httponly", false],
  ["cookiesession1=678B28AB123456789012345678901234; Path=/; HttpOnly", false],
  ["NSC_x=ffffffff09081f4545525d5f4f58455e445a4a423660; path=/;httponly", false],
  ["ARRAffinity=k8jq2mz0lcw9xq4vb7nt1yr5ue; HttpOnly", false],
  ["PHPSESSID=deleted; expires=Thu, 01-Jan-1970 00:00:01 GMT", false],
  ["session_start_time=1732752000000; path=/", false],
  ["sessionStorageId=k8jq2mz0lcw9xq4v", false],
  ["ai_session=k8Jq2mZ0LcW9|1732752000|173", false],
  ["__Host-sid=k8Jq2mZ0LcW9xQ4v; Path=/; Secure; HttpOnly", true],
  ["ory_kratos_session=MTczMjc1Mk8Jq2mZ0LcW9; HttpOnly", true],
  ["JSESSIONID=ABCDEF0123456789.node1; Path=/", true],
  ["_hp2_ses_props.123=%7B%22r%22; path=/", false],
  ["dtSa=-", false],
  ["dtCookie=v_4_srv_1_sn_k8jq2mz0lcw9xq4v", false],
  ["_shopify_s=k8jq2mz0-lcw9-xq4v", false],
  ["cart_sess_id=k8jq2mz0lcw9xq4vb7", false],
  ["PrestaShop-0123456789abcdef=def502; HttpOnly", true],
])("%s speaks for a session: %s", (header, is) => {
  const cookie = readCookie(header, Date.parse("2026-11-28"));
  expect(cookie !== null && !cookie.removes && isSessionCookie(cookie)).toBe(is);
});
