import { describe, expect, it } from "vitest";
import { FILE_SIGNATURES } from "./signatures.ts";

const verdict = (path: string, text: string) =>
  FILE_SIGNATURES.find((file) => file.path === path && file.matches(text))?.weight ?? null;

const BODY = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7";
const key = (kind: string, body = BODY) =>
  `-----BEGIN ${kind}PRIVATE KEY-----\n${body}\n-----END ${kind}PRIVATE KEY-----\n`;
const openssh = (cipher: string) =>
  key(
    "OPENSSH ",
    Buffer.from(`openssh-key-v1\0\0\0\0\u0004${cipher}\0\0\0\u0004none`).toString("base64"),
  );
const wp = (password: string) =>
  `<?php\ndefine( 'DB_NAME', 'shop' );\ndefine( 'DB_PASSWORD', ${password} );\n`;
const aws = (secret: string) =>
  `[default]\naws_access_key_id = AKIA4TORA2KAZE7X\naws_secret_access_key = ${secret}\n`;
const dump = (rest: string) =>
  `-- MariaDB dump 10.19  Distrib 10.11.6-MariaDB\nCREATE TABLE u (id int);\n${rest}`;
const sqlite = (table: string) =>
  `SQLite format 3\0\u0010\0\u0001\u0001${"\0".repeat(100_000)}CREATE TABLE ${table} (id INTEGER)`;

describe("what a file is worth", () => {
  it.each<[path: string, what: string, text: string, severity: string | null]>([
    ["/.git/HEAD", "a branch", "ref: refs/heads/main\n", "high"],
    ["/.git/HEAD", "a branch with signs", "ref: refs/heads/feature/#12-買い物+x@y\n", "high"],
    ["/.git/HEAD", "a tab, no line's end", "ref:\trefs/heads/main", "high"],
    ["/.git/HEAD", "no blank", "ref:refs/heads/main\r\n", "high"],
    ["/.git/HEAD", "of a table of references", "ref: refs/heads/.invalid\n", "high"],
    ["/.git/HEAD", "detached", `${"a1".repeat(20)}\n`, "high"],
    ["/.git/HEAD", "detached, SHA-256", `${"a1".repeat(32)}\n`, "high"],
    ["/.git/HEAD", "no commit", `${"0".repeat(40)}\n`, null],
    ["/.git/HEAD", "an article", "ref: refs/heads/main is what stands there\n", null],
    ["/.git/HEAD", "a page", "<html>ref: refs/heads/main</html>", null],
    ["/.git/config", "plain", "[core]\n\trepositoryformatversion = 0\n", "high"],
    [
      "/.git/config",
      "with a token",
      '[core]\n\tbare = false\n[remote "origin"]\n\turl = https://deploy:ghs8Kd02mQ@git.jp/a\n',
      "critical",
    ],
    [
      "/.git/config",
      "with a name alone",
      '[core]\n\tbare = false\n[remote "origin"]\n\turl = https://deploy@git.jp/a\n',
      "high",
    ],
    [
      "/.git/config",
      "with a token for a name",
      `[core]\n\tbare = false\n[remote "origin"]\n\turl = https://ghp_${"aB3dE5fG7hI9"}${"jK1lM3nO5pQ7rS9tU1vW"}:x-oauth-basic@git.jp/a\n`,
      "critical",
    ],
    [
      "/.git/config",
      "with a name that is none",
      '[core]\n\tbare = false\n[remote "origin"]\n\turl = https://git:x-oauth-basic@git.jp/a\n',
      "high",
    ],
    [
      "/.git/config",
      "with a header of a build server",
      `[core]\n\tbare = false\n[http "https://git.jp/"]\n\textraheader = AUTHORIZATION: basic ${Buffer.from("x-access-token:ghs_8Kd02mQa8Kd82").toString("base64")}\n`,
      "critical",
    ],
    [
      "/.git/config",
      "with a header whose value is filled in elsewhere",
      `[core]\n\tbare = false\n[http]\n\textraheader = AUTHORIZATION: basic ${Buffer.from("x-access-token:$TOKEN").toString("base64")}\n`,
      "high",
    ],
    ["/.svn/entries", "since 1.7", "12\n", "high"],
    ["/.svn/entries", "before", "10\n\ndir\n31\nhttps://svn.jp/trunk\n", "high"],
    [
      "/.svn/entries",
      "XML",
      '<?xml version="1.0" encoding="utf-8"?>\n<wc-entries xmlns="svn:">',
      "high",
    ],
    ["/.svn/entries", "any number", "404\n", null],
    ["/.svn/entries", "a small number", "5\n", null],
    ["/.svn/wc.db", "a working copy", sqlite("REPOSITORY"), "high"],
    ["/.svn/wc.db", "another database", sqlite("users"), null],
    ["/.hg/requires", "long", "dotencode\nfncache\ngeneraldelta\nrevlogv1\nstore\n", "high"],
    ["/.hg/requires", "short", "dirstate-v2\nshare-safe\n", "high"],
    ["/.hg/requires", "text", "Not found\n", null],
    ["/.hg/requires", "one word", "ok\n", null],
    ["/.hg/requires", "one word of its own", "store\n", null],
    ["/.hg/hgrc", "an address", "[paths]\ndefault = https://hg.jp/shop\n", "high"],
    [
      "/.hg/hgrc",
      "with a password",
      "[paths]\ndefault = https://a:k8Jq2mZ@hg.jp/shop\n",
      "critical",
    ],
    [
      "/.bzr/README",
      "Bazaar",
      "This is a Bazaar control directory.\nDo not change any files.\n",
      "high",
    ],
    [
      "/phpinfo.php",
      "title",
      '<title>PHP 8.2.29 - phpinfo()</title><td class="e">System</td>',
      "medium",
    ],
    [
      "/info.php",
      "heading",
      '<h1 class="p">PHP Version 5.6.40</h1><td class="e">System </td>',
      "medium",
    ],
    ["/info.php", "an article", "<title>phpinfo()</title><p>How to call it.", null],
    ["/server-status", "lines", "Total Accesses: 12\nTotal kBytes: 8\n", "medium"],
    ["/wp-config.php.bak", "a password", wp("'tora2026'"), "critical"],
    ["/wp-config.php.bak", "the sample", wp("'password_here'"), "medium"],
    ["/wp-config.php.bak", "empty", wp("''"), "medium"],
    [
      "/wp-config.php.bak",
      "in a remark",
      `<?php\n/*\ndefine('DB_PASSWORD', 'tora2026');\n*/\ndefine('DB_PASSWORD', '');\n`,
      "medium",
    ],
    ["/wp-config.php.bak", "from outside", wp("getenv('DB_PASSWORD')"), "medium"],
    ["/wp-config.php~", "a page", "<html>define('DB_PASSWORD', 'tora2026');", null],
    [
      "/dump.sql",
      "rows of versions alone",
      dump("INSERT INTO `schema_migrations` VALUES ('20260101');\n"),
      "medium",
    ],
    ["/dump.sql", "rows", dump("INSERT INTO `u` VALUES (1);\n"), "critical"],
    [
      "/dump.sql",
      "rows far below",
      dump(`${"-- x\n".repeat(60_000)}INSERT INTO u VALUES (1);\n`),
      "critical",
    ],
    [
      "/dump.sql",
      "PostgreSQL's rows",
      "--\n-- PostgreSQL database dump\n--\nCOPY public.u (id) FROM stdin;\n1\n\\.\n",
      "critical",
    ],
    [
      "/dump.sql",
      "PostgreSQL without",
      "--\n-- PostgreSQL database dump\n--\nCOPY public.u (id) FROM stdin;\n\\.\n",
      "medium",
    ],
    ["/backup.sql", "tables alone", dump(""), "medium"],
    ["/backup.sql", "a page", "<!doctype html>-- MySQL dump", null],
    ["/backup.zip", "code", `PK\u0003\u0004${"\u0001".repeat(26)}site/index.php`, "high"],
    ["/backup.zip", "pictures", `PK\u0003\u0004${"\u0001".repeat(26)}img/a.png`, "medium"],
    ["/.htpasswd", "apr1", "admin:$apr1$ag3l5kd9$ag3l5kd9ag3l5kd9ag3l5k\n", "critical"],
    ["/.htpasswd", "bcrypt", `admin:$2y$10$${"aB3".repeat(17)}ab\n`, "critical"],
    ["/.htpasswd", "DES", "admin:rl5FQ6t5JVHKQ\n", "critical"],
    ["/.htpasswd", "DES, several", "# staff\na:rl5FQ6t5JVHKQ\r\nb:xQ9.kW2mZp0Lc\r\n", "critical"],
    ["/.htpasswd", "MD5", "admin:$1$ag3l5kd9$ag3l5kd9ag3l5kd9ag3l5k\n", "critical"],
    ["/.htpasswd", "SHA-1", "admin:{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g=\n", "critical"],
    ["/.htpasswd", "salted", "admin:{SSHA}W6ph5Mm5Pz8GgiULbPgzG37mj9hTYWx0\n", "critical"],
    ["/.htpasswd", "plain", "admin:{PLAIN}tora2026\n", "critical"],
    ["/.htpasswd", "digest", `admin:staff:${"0a1b".repeat(8)}\n`, "critical"],
    ["/.htpasswd", "with a remark", "admin:rl5FQ6t5JVHKQ:the boss\n", "critical"],
    ["/.htpasswd", "a manual's", `admin:$2y$10$${"x".repeat(53)}\n`, null],
    ["/.htpasswd", "a manual's, dotted", "admin:$apr1$........$......................\n", null],
    ["/.htpasswd", "thirteen letters", "status:200OKnotfound\n", null],
    ["/.htpasswd", "thirteen letters of a number", "request:ab12cd34ef56g\n", null],
    ["/.htpasswd", "text", "error: unauthorized\n", null],
    ["/.htpasswd", "a word of thirteen letters", "status:authenticated\n", null],
    ["/.htpasswd", "words of thirteen letters", "error:NotAuthorized\ncode:ERRNOTFOUND12\n", null],
    ["/.htpasswd", "sums of files", `app.js:${"0a1b".repeat(8)}\n`, null],
    ["/.htpasswd", "a page", "<html>admin:$apr1$ag3l5kd9$ag3l5kd9ag3l5k", null],
    ["/server.key", "a place for one", key("", "YOURPRIVATEKEYGOESHERE"), null],
    [
      "/server.key",
      "of an elliptic curve",
      key("EC ", "MHcCAQEEIBrJpVQ8dK2mZp0Lc9xQ4vB7nT1yR5uE3sA6dF8g"),
      "critical",
    ],
    ["/server.key", "Ed25519", key("", "MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v6Vf0t8nUqPp2"), "critical"],
    ["/id_rsa", "plain", key("RSA "), "critical"],
    ["/id_rsa", "OpenSSH's", openssh("none"), "critical"],
    ["/id_rsa", "OpenSSH's, encrypted", openssh("aes256-ctr"), "high"],
    [
      "/server.key",
      "with remarks before",
      `Bag Attributes\n  friendlyName: a\n${key("")}`,
      "critical",
    ],
    ["/server.key", "encrypted", key("ENCRYPTED "), "high"],
    [
      "/server.key",
      "encrypted the old way",
      key("RSA ", `Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,0A1B\n\n${BODY}`),
      "high",
    ],
    [
      "/server.key",
      "nothing inside",
      "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----\n",
      null,
    ],
    [
      "/server.key",
      "a public key",
      `-----BEGIN PUBLIC KEY-----\n${BODY}\n-----END PUBLIC KEY-----\n`,
      null,
    ],
    ["/.aws/credentials", "a key", aws("k8Jq2mZ0LcW9xQ4vB7nT1yR5uE3sA6dF8gH2jK9p"), "critical"],
    ["/.aws/credentials", "the example", aws("wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"), "medium"],
    ["/.aws/credentials", "empty", aws(""), "medium"],
    [
      "/actuator/env",
      "values",
      '{"propertySources":[{"properties":{"os":{"value":"Linux"}}}]}',
      "high",
    ],
    [
      "/actuator/env",
      "masked",
      '{"propertySources":[{"properties":{"os":{"value":"******"}}}]}',
      "medium",
    ],
    [
      "/.vscode/sftp.json",
      "a password",
      '{"host":"a.jp","username":"a","password":"tora2026"}',
      "critical",
    ],
    ["/.vscode/sftp.json", "none", '{"host":"a.jp","username":"a","password":""}', "medium"],
    ["/.vscode/sftp.json", "another file", '{"host":"a.jp"}', null],
    ["/wp-config.php.bak", "everybody's password", wp("'Welcome123'"), "guessable"],
    ["/.env", "everybody's password", "DB_PASSWORD=Welcome2024!\n", "guessable"],
    ["/.env", "and a secret", "DB_PASSWORD=welcome1\nJWT_SECRET=9f86d081884c7d65\n", "critical"],
    ["/.env", "a place for a key", "API_KEY=changeme123\n", "medium"],
    [
      "/.vscode/sftp.json",
      "everybody's password",
      '{"host":"a.jp","username":"a","password":"qwerty123"}',
      "guessable",
    ],
    ["/.env.local", "settings", "DB_PASSWORD=tora-2026-maki\n", "critical"],
  ])("%s: %s", (path, _what, text, severity) => {
    expect(verdict(path, text)).toBe(severity);
  });
});
