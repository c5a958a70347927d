import { describe, expect, it } from "vitest";
import type { HttpResponse } from "../../net/clients.ts";
import { isChallenge, namesFirewall } from "../page/block-marks.ts";
import { holdsSecret } from "./files/settings.ts";
import { FILE_SIGNATURES } from "./files/signatures.ts";
import { readCookie } from "./page/cookies.ts";
import { isSessionCookie } from "./page/session-cookies.ts";

/* Forms that others write, each judged before it was tried: whose cookie, whose page, a secret or none. */

/** A value that nobody guesses. */
const V = "k8Jq2mZ0LcW9xQ4vB7nT1yR5";

describe("a cookie speaks for a session", () => {
  it.each<[header: string, is: boolean]>([
    [`sessionid=${V}; Path=/`, true],
    [`__Host-session=${V}; Path=/; Secure`, true],
    [`ASP.NET_SessionId=abcdefghij0123456789abcd; path=/`, true],
    [`.AspNetCore.Session=CfDJ8${V}`, true],
    [`.AspNetCore.Cookies=CfDJ8${V}; HttpOnly`, true],
    [`.AspNetCore.Antiforgery.abc=CfDJ8${V}`, false],
    [`.AspNetCore.Culture=c%3Den%7Cuic%3Den`, false],
    [`wordpress_logged_in_0123456789abcdef=tora%7C1732752000%7C${V}`, true],
    [`wp-settings-1=libraryContent%3Dbrowse`, false],
    [`wordpress_test_cookie=WP%20Cookie%20check`, false],
    [`wp_woocommerce_session_0123456789abcdef=t_${V}`, false],
    [`SESS0123456789abcdef0123456789abcdef=${V}`, true],
    [`SSESS0123456789abcdef0123456789abcdef=${V}`, true],
    [`has_js=1`, false],
    [`frontend=${V}`, false],
    [`XSRF-TOKEN=eyJpdiI6${V}`, false],
    [`laravel_session=eyJpdiI6${V}`, true],
    [`remember_web_59ba36addc2b2f9401580f014c7f58ea4e30989d=${V}`, true],
    [`grafana_session=${V}; HttpOnly`, true],
    [`grafana_session_expiry=1732752000`, false],
    [`session_expires_at=2026-11-28T10:00:00Z`, false],
    [`kc_session=${V}; HttpOnly`, true],
    [`KEYCLOAK_SESSION=master/${V}/x`, true],
    [`AUTH_SESSION_ID=${V}.node1; HttpOnly`, true],
    [`connect.sid=s%3A${V}.${V}`, true],
    [`_session_id=${V}; HttpOnly`, true],
    [`_gitlab_session=${V}; HttpOnly`, true],
    [`JSESSIONID=${V}`, true],
    [`JSESSIONIDSSO=${V}`, true],
    [`session_consent=${V}`, false],
    [`sb-access-token=eyJhbGciOiJI.eyJzdWIiOiIx.${V}`, true],
    [`ajs_anonymous_id=${V}`, false],
    [`optimizelyEndUserId=oeu1732752000r0.123`, false],
    [`sess_map=${V}`, false],
    [`browser_session_id=${V}; HttpOnly`, false],
    [`analytics_session_token=${V}; HttpOnly`, false],
    [`__cfduid=d${V}; HttpOnly`, false],
    [`cf_clearance=${V}; HttpOnly`, false],
    [`AWSALB=${V}`, false],
    [`ROUTEID=.1`, false],
    [`SERVERID=web1|abc|def`, false],
    [`hubspotutk=0123456789abcdef0123456789abcdef`, false],
    [`_hjSession_123=eyJpZCI6${V}`, false],
    [`_hjSessionUser_123=eyJpZCI6${V}`, false],
    [`intercom-session-abc=${V}`, false],
    [`driftt_aid=${V}`, false],
    [`language_session=${V}`, false],
    [`token=true`, false],
    [`auth=0`, false],
    [`sid=12345`, false],
    [`PHPSESSID=${V}; Max-Age=0`, false],
    [`datadome=${V}~; Secure`, false],
    [`_px3=${V}`, false],
    [`reese84=3:${V}`, false],
    [`bm_sz=${V}`, false],
    [`ak_bmsc=${V}; HttpOnly`, false],
    [`nlbi_123=${V}`, false],
    [`__utmz=1.2.3`, false],
    [`_shibsession_64656661756c74=_${V}; HttpOnly`, true],
    [`MRHSession=${V}; secure; HttpOnly`, true],
    [`LastMRH_Session=1a2b3c4d`, false],
    [`F5_ST=1z1z1z1732752000z604800`, false],
  ])("%s: %s", (header, is) => {
    const cookie = readCookie(header, Date.parse("2026-11-28"));
    expect(cookie !== null && !cookie.removes && isSessionCookie(cookie)).toBe(is);
  });
});

describe("a file of settings holds a secret", () => {
  it.each<[text: string, holds: boolean]>([
    [`DB_PASSWORD=$${"{DB_PASSWORD:-}"}\n`, false],
    ["DB_PASSWORD=$(cat /run/secrets/db)\n", false],
    ["DB_PASSWORD=%DB_PASSWORD%\n", false],
    ["DB_PASSWORD=<your password>\n", false],
    ["DB_PASSWORD={{ vault.db }}\n", false],
    ["API_KEY=xxxxxxxx-xxxx-xxxx\n", false],
    ["API_KEY=YOUR_API_KEY_HERE\n", false],
    ["SECRET_KEY=django-insecure-change-me\n", false],
    ["SECRET_KEY=django-insecure-8x!k2m$9q#v7w@1z\n", true],
    ["JWT_SECRET=ref+awsssm://prod/jwt\n", false],
    ["JWT_SECRET=vault:secret/data/jwt#key\n", false],
    ["JWT_SECRET=op://prod/jwt/password\n", false],
    ["JWT_SECRET=arn:aws:secretsmanager:ap-northeast-1:123456789012:secret:jwt-a1b2c3\n", false],
    ["JWT_SECRET=projects/123/secrets/jwt/versions/latest\n", false],
    ["TOKEN_URL=https://auth.example.jp/oauth/token\n", false],
    ["PASSWORD_RESET_URL=https://x.jp/reset\n", false],
    ["PASSWORD_HASH_ROUNDS=12\n", false],
    ["SESSION_SECRET=\n# SESSION_SECRET=k8Jq2mZ0LcW9\n", false],
    ["POSTGRES_PASSWORD_FILE=/run/secrets/postgres\n", false],
    ["DB_PASSWORD=encrypted:BD7HQzbXFZ4+k8Jq2mZ0LcW9\n", false],
    ["NEXT_PUBLIC_API_KEY=k8Jq2mZ0LcW9xQ4v\n", false],
    ["STRIPE_PUBLISHABLE_KEY=pk_live_k8Jq2mZ0LcW9xQ4v\n", false],
    ["RECAPTCHA_SITE_KEY=6Lck8Jq2mZ0LcW9xQ4vB7nT1yR5AAAAAAAA\n", false],
    ["RECAPTCHA_SECRET_KEY=6Lck8Jq2mZ0LcW9xQ4vB7nT1yR5AAAAAAAB\n", true],
    [
      "AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE\nAWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY\n",
      false,
    ],
    ["AWS_SECRET_ACCESS_KEY=8dR2kQw7Zp0Xv4Tn1Yb6Lc9Jm3Hs5Gf2Ae7Uo4Wi\n", true],
    ["MAIL_PASSWORD=null\nMAIL_USERNAME=null\n", false],
    ["REDIS_PASSWORD=null\nREDIS_URL=redis://:k8Jq2mZ0Lc@10.0.0.5:6379/0\n", true],
    ["MONGO_URI=mongodb+srv://shop:k8Jq2mZ0@cluster0.ab1cd.mongodb.net/shop\n", true],
    ["MONGO_URI=mongodb+srv://<user>:<password>@cluster0.mongodb.net\n", false],
    ["DATABASE_URL=postgres://postgres:postgres@localhost:5432/app\n", false],
    ["DATABASE_URL=mysql://root@localhost/app\n", false],
    ["SENTRY_DSN=https://0123456789abcdef0123456789abcdef@o1.ingest.sentry.io/2\n", false],
    ["GOOGLE_APPLICATION_CREDENTIALS=/secrets/key.json\n", false],
    ["TWILIO_AUTH_TOKEN=f0a1b2c3d4e5968778695a4b3c2d1e0f\n", true],
    ["OPENAI_API_KEY=sk-proj-k8Jq2mZ0LcW9xQ4vB7nT1yR5k8Jq2mZ0LcW9xQ4v\n", true],
    ["OPENAI_API_KEY=sk-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n", false],
    ["GITHUB_TOKEN=ghp_k8Jq2mZ0LcW9xQ4vB7nT1yR5k8Jq2mZ0LcW9\n", true],
    ["DB_PASS='p4ss with blanks 77x'\n", true],
    ["APP_SECRET=0123456789abcdef0123456789abcdef\n", false],
    ["APP_SECRET=ThisTokenIsNotSoSecretChangeIt\n", false],
    ["APP_SECRET=a1b2c3d4e5f6\n", false],
    ["KEY=value\nFOO=bar\n", false],
    ["DB_PASSWORD=ここにパスワード\n", false],
    ["DB_PASSWORD=パスワードを入力\n", false],
    ["BASIC_AUTH=admin:k8Jq2mZ0Lc\n", false],
    ["HTTP_PASSWORD=k8Jq2mZ0Lc\n", true],
    ["SLACK_BOT_TOKEN=xoxb-1234567890-1234567890123-k8Jq2mZ0LcW9xQ4vB7nT1yR5\n", true],
    [
      "AZURE_STORAGE_CONNECTION_STRING=DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=k8Jq2mZ0LcW9xQ4vB7nT1yR5k8Jq2mZ0LcW9xQ4vB7nT1yR5k8Jq2mZ0LcW9xQ4vB7nT1yR5k8Jq2mZ0LcW9xQ==;EndpointSuffix=core.windows.net\n",
      true,
    ],
    ["SSH_PRIVATE_KEY=~/.ssh/id_rsa\n", false],
    ["ENCRYPTION_KEY=change_this_to_a_32_char_string!!\n", false],
    ["NUXT_SESSION_PASSWORD=password-with-at-least-32-characters\n", false],
    ["N8N_ENCRYPTION_KEY=k8Jq2mZ0LcW9xQ4vB7nT1yR5\n", true],
    ["MYSQL_ROOT_PASSWORD=example\n", false],
    ["MYSQL_ROOT_PASSWORD=my-secret-pw\n", false],
    ["SECRET_KEY_BASE=development_secret\n", false],
    ["DB_PASSWORD=Hunter2!Blue7\n", true],
    ["FTP_PASSWORD=Xk92!mPq\n", true],
  ])("%j: %s", (text, holds) => {
    expect(holdsSecret(text)).toBe(holds);
  });
});

describe("a file that lies open", () => {
  it.each<[path: string, text: string, weight: string | null]>([
    ["/.git/HEAD", "ref: refs/heads/main\n", "high"],
    ["/.git/HEAD", "ref: refs/heads/feature/買物\n", "high"],
    ["/.git/HEAD", "ref: refs/heads/release-2.0\r\n", "high"],
    ["/.git/HEAD", "ref: refs/remotes/origin/main", "high"],
    ["/.git/HEAD", "0123456789abcdef0123456789abcdef01234567\n", "high"],
    ["/.git/HEAD", "ref: refs/heads/main <html>", null],
    ["/.git/HEAD", "<html>ref: refs/heads/main", null],
    ["/.git/HEAD", "OK", null],
    ["/.git/config", "[core]\n\trepositoryformatversion = 0\n\tbare = false\n", "high"],
    [
      "/.git/config",
      '[remote "origin"]\n\turl = git@github.com:a/b.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n',
      "high",
    ],
    [
      "/.git/config",
      '[remote "origin"]\n\turl = https://oauth2:glpat-k8Jq2mZ0LcW9xQ4vB7nT@gitlab.com/a/b.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n',
      "critical",
    ],
    [
      "/.git/config",
      '[core]\nbare=false\n[remote "o"]\nurl = https://user@github.com/a/b.git\n',
      "high",
    ],
    [
      "/.git/config",
      `[core]\nbare=false\n[remote "o"]\nurl = https://user:$${"{TOKEN}"}@github.com/a/b.git\n`,
      "high",
    ],
    ["/.git/config", "[core]\n  autocrlf = true\n", null],
    ["/.svn/entries", "12\n", "high"],
    ["/.svn/entries", "12", null],
    ["/.svn/entries", "10\n\ndir\n5\nhttp://svn.x.jp/repo\n", "high"],
    ["/.svn/entries", '<?xml version="1.0"?>\n<wc-entries xmlns="svn:">', "high"],
    ["/.svn/wc.db", "SQLite format 3\0xxxxxCREATE TABLE REPOSITORY ( id", "high"],
    ["/.svn/wc.db", "SQLite format 3\0xxxx CREATE TABLE users", null],
    ["/.hg/requires", "dotencode\nfncache\ngeneraldelta\nrevlogv1\nstore\n", "high"],
    ["/.hg/requires", "share-safe\n", "high"],
    ["/.hg/requires", "store\n", null],
    ["/.hg/requires", "requests==2.0\n", null],
    ["/.htpasswd", "admin:$apr1$k8Jq2mZ0$LcW9xQ4vB7nT1yR5k8Jq2m\n", "critical"],
    ["/.htpasswd", "admin:{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g=\n", "critical"],
    ["/.htpasswd", "tora:rl.3StKT.4T8M\n", "critical"],
    ["/.htpasswd", "user:password\n", null],
    ["/.htpasswd", "# nothing here\n", null],
    [
      "/.htpasswd",
      "admin:$2y$05$k8Jq2mZ0LcW9xQ4vB7nT1uR5k8Jq2mZ0LcW9xQ4vB7nT1yR5k8Jq2\nops:$2y$05$a8Jq2mZ0LcW9xQ4vB7nT1uR5k8Jq2mZ0LcW9xQ4vB7nT1yR5k8Jq3\n",
      "critical",
    ],
    ["/.htpasswd", "tora:Shop:5f4dcc3b5aa765d61d8327deb882cf99\n", "critical"],
    ["/.htpasswd", "Not:Found\n", null],
    ["/id_rsa", "-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0B\n", null],
    ["/server.key", "-----BEGIN CERTIFICATE-----\nMIIBIjANBgkqhkiG9w0B\n", null],
    [
      "/server.key",
      "-----BEGIN ENCRYPTED PRIVATE KEY-----\nMIIFLTBXBgkqhkiG9w0BBQ0wSjApBgkqhkiG9w0BBQwwHA==\n-----END",
      "high",
    ],
    [
      "/server.key",
      "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n-----BEGIN EC PRIVATE KEY-----\nMHcCAQEEIIJ1cG9uIHRoZSBzdGFycyBhcmUgc2hpbmluZ6AK\n-----END",
      "critical",
    ],
    [
      "/backup.sql",
      "-- MySQL dump 10.13\nCREATE TABLE `a` (id int);\nINSERT INTO `a` VALUES (1);\n",
      "critical",
    ],
    ["/backup.sql", "-- PostgreSQL database dump\nCREATE TABLE a (id int);\n", "medium"],
    ["/backup.sql", "Not found", null],
    ["/wp-config.php.bak", "<?php\ndefine('DB_PASSWORD', 'k8Jq2mZ0Lc');\n", "critical"],
    ["/wp-config.php.bak", "<?php\ndefine( 'DB_PASSWORD', 'password_here' );\n", "medium"],
    ["/wp-config.php.bak", "<?php\ndefine( 'DB_PASSWORD', getenv('DB_PASSWORD') );\n", "medium"],
    [
      "/.aws/credentials",
      "[default]\naws_access_key_id = AKIAIOSFODNN7EXAMPLE\naws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY\n",
      "medium",
    ],
    [
      "/.aws/credentials",
      "[default]\naws_access_key_id = AKIA2QW7ZP0XV4TN1YB6\naws_secret_access_key = 8dR2kQw7Zp0Xv4Tn1Yb6Lc9Jm3Hs5Gf2Ae7Uo4Wi\n",
      "critical",
    ],
    [
      "/actuator/env",
      '{"activeProfiles":[],"propertySources":[{"name":"systemProperties","properties":{"java.version":{"value":"******"}}}]}',
      "medium",
    ],
    [
      "/info.php",
      '<title>phpinfo()</title><h1 class="p">PHP Version 8.1.2</h1><td class="e">System </td>',
      "medium",
    ],
    ["/info.php", "<title>How to use phpinfo()</title>", null],
    [
      "/.vscode/sftp.json",
      '{"host":"ftp.shop.jp","username":"tora","password":"k8Jq2mZ0Lc"}',
      "critical",
    ],
    [
      "/.vscode/sftp.json",
      '{"host":"ftp.shop.jp","username":"tora","privateKeyPath":"~/.ssh/id"}',
      "medium",
    ],
  ])("%s, %j: %s", (path, text, weight) => {
    const found = FILE_SIGNATURES.find((one) => one.path === path && one.matches(text));
    expect(found?.weight ?? null).toBe(weight);
  });
});

describe("a page is a firewall's, whatever its status", () => {
  const page = (html: string) =>
    ({
      ...{ body: Buffer.from(html), text: () => html, status: 200 },
      ...{ header: () => null, headerValues: () => [] },
    }) as unknown as HttpResponse;
  it.each<[html: string, is: boolean]>([
    [
      "<title>Just a moment...</title><noscript>Enable JavaScript and cookies to continue</noscript>",
      true,
    ],
    ["<title>Attention Required! | Cloudflare</title>", true],
    [
      '<title>Access Denied</title><H1>Access Denied</H1>You don\'t have permission to access "http&#58;&#47;&#47;x" on this server.<P>Reference&#32;&#35;18&#46;1',
      true,
    ],
    [
      "<title>ERROR: The request could not be satisfied</title><h1>403 ERROR</h1><hr>Request blocked.",
      true,
    ],
    [
      "<title>Request Rejected</title>The requested URL was rejected. Please consult with your administrator.",
      true,
    ],
    ["<title>Human Verification</title>", true],
    ["<title>Bot Verification</title>", true],
    [
      "<title>Verification Required</title><script src='https://js.hcaptcha.com/1/api.js'></script>",
      true,
    ],
    ["<title>DDoS-Guard</title>", true],
    ["<title>Vercel Security Checkpoint</title>", true],
    [
      "<title>Web Application Firewall</title><p>Your request has been blocked by the firewall. Incident ID: 123</p>",
      true,
    ],
    ["<title>アクセスが集中しています</title><p>しばらくお待ちください</p>", true],
    ["<title>現在アクセスが集中しております</title>", true],
    ["<title>サイトへのアクセスを制限しています</title>", true],
    ["<title>不正アクセスを検知しました</title>", true],
    ["<title>Sorry, you have been blocked</title>", true],
    [
      "<title>You are unable to access this site</title><h1>Sorry, you have been blocked</h1><p>Cloudflare Ray ID: 8</p>",
      true,
    ],
    ["<title>403 - Forbidden: Access is denied.</title>", true],
    ["<title>One moment, please...</title>", true],
    ["<title>Are you a robot?</title>", true],
    ["<title>Client Challenge</title>", true],
    ["<title>Challenge Validation</title>", true],
    ["<title>Please verify you are a human</title>", true],
    ["<title>Access denied | shop.jp used Cloudflare to restrict access</title>", true],
    ["<title>Your request has been blocked</title>", true],
    ["<title>Access to this site has been limited</title>", true],
    ["<title>Blocked by Web Filter</title>", true],
    ["<title>Service unavailable in your region</title>", true],
    ["<title>Access Denied: the film</title><p>A film of 2019</p>", false],
    ["<title>Forbidden City - Beijing</title>", false],
    ["<title>Just a moment: our blog</title>", false],
    ["<title>CAPTCHA alternatives compared</title><p>long</p>", false],
    ["<title>Human resources</title>", false],
    ["<title>Verification of identity - our service</title>", false],
    ["<title>Cloudflare blocked us: a story</title><link rel=canonical href=/x>", false],
    [
      "<title>Login</title><form><input name=u><input type=password><script src=https://www.google.com/recaptcha/api.js></script></form>",
      false,
    ],
    ["<title>Security check list for offices</title>", false],
    ["<title>Please wait on me - café</title>", false],
    ["<title>Shop</title><script>document.cookie='theme=dark'</script><p>Hello</p>", false],
  ])("%s: %s", (html, is) => {
    const seen = page(html);
    expect(namesFirewall(seen) || isChallenge(seen)).toBe(is);
  });
});
