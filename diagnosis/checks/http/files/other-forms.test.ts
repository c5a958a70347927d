import { describe, expect, it } from "vitest";
import { decodeText } from "../../../net/http/http-body.ts";
import { FILE_SIGNATURES } from "./signatures.ts";

/*
 * The same files as other programs, shells and people write them: what is a secret in any form is found, and what
 * only looks like one is none.
 */

const verdict = (path: string, text: string) =>
  FILE_SIGNATURES.find((file) => file.path === path && file.matches(text))?.weight ?? null;

describe("a file in another form", () => {
  it.each<[path: string, what: string, text: string, weight: string | null]>([
    ["/.env", "jdbc", "DB_URL=jdbc:mysql://db/shop?user=a&password=k8Jq2mZw9\n", "critical"],
    ["/.env", "go dsn", "MYSQL_DSN=shop:k8Jq2mZw9@tcp(127.0.0.1:3306)/shop\n", "critical"],
    ["/.env", "ado", "CONNECTION=Server=tcp:db,1433;User ID=a;Password=k8Jq2mZw9;\n", "critical"],
    [
      "/.env",
      "ado2",
      'ConnectionStrings__Default="Host=db;Username=a;Password=k8Jq2mZw9"\n',
      "critical",
    ],
    ["/.env", "ado env", "CONNECTION=Server=db;User ID=a;Password=$" + "{DB_PASS};\n", "medium"],
    [
      "/.env",
      "azure storage",
      "AZURE_STORAGE_CONNECTION_STRING=DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=k8Jq2mZ0LcW9xQ4vB7nT1yR5uE3sA6dF8gH2jK9pk8Jq2mZ0LcW9xQ4vB7nT1yR5uE3sA6dF8gH2jK9pAA==;EndpointSuffix=core.windows.net\n",
      "critical",
    ],
    [
      "/.env",
      "azurite",
      "AZURE_STORAGE_CONNECTION_STRING=DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;AccountKey=Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==;\n",
      "medium",
    ],
    ["/.env", "libpq", "PG_DSN=host=db user=a password=k8Jq2mZw9 dbname=x\n", "critical"],
    [
      "/.env",
      "encrypted key",
      `PRIVATE_KEY="-----BEGIN ENCRYPTED PRIVATE KEY-----\\n${"MIIEvQIBADANBgkqhkiG9w0B".repeat(2)}"\n`,
      "medium",
    ],
    ["/.env", "pw hash", `ADMIN_PASSWORD_HASH='$2y$10$${"aB3".repeat(17)}ab'\n`, "critical"],
    ["/.env", "pw hash method", "PASSWORD_HASH=argon2id\n", "medium"],
    ["/.env", "erb", "DB_PASSWORD=<%= ENV['X'] %>\n", "medium"],
    ["/.env", "octopus", "DB_PASSWORD=#{Shop.Db.Password}\n", "medium"],
    ["/.env", "at", "DB_PASSWORD=@@DB_PASSWORD@@\n", "medium"],
    ["/.env", "pct", "DB_PASSWORD=%%DB_PASSWORD%%\n", "medium"],
    ["/.env", "brk", "DB_PASSWORD=[[DbPassword]]\n", "medium"],
    ["/.env", "dollar2", "DB_PASSWORD=$$DB_PASSWORD\n", "medium"],
    ["/.env", "tilde", "DB_PASSWORD=~DB_PASSWORD~\n", "medium"],
    ["/.env", "hash end", "DB_PASSWORD=#{DB_PASSWORD}#\n", "medium"],
    ["/.env", "azdo", "DB_PASSWORD=$(DB-PASSWORD)\n", "medium"],
    ["/.env", "jinja default", "DB_PASSWORD={% raw %}x{% endraw %}\n", "medium"],
    ["/.env", "uuid swagger", "API_KEY=3fa85f64-5717-4562-b3fc-2c963f66afa6\n", "medium"],
    ["/.env", "uuid rfc", "API_KEY=550e8400-e29b-41d4-a716-446655440000\n", "medium"],
    ["/.env", "uuid ns", "API_KEY=6ba7b810-9dad-11d1-80b4-00c04fd430c8\n", "medium"],
    ["/.env", "uuid ex", "API_TOKEN=f47ac10b-58cc-4372-a567-0e02b2c3d479\n", "medium"],
    ["/.env", "md5 password", "ADMIN_PASSWORD=5f4dcc3b5aa765d61d8327deb882cf99\n", "medium"],
    ["/.env", "md5 empty", "API_SECRET=d41d8cd98f00b204e9800998ecf8427e\n", "medium"],
    [
      "/.env",
      "sha256 empty",
      "API_SECRET=e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\n",
      "medium",
    ],
    ["/.env", "b64 words", "API_SECRET=Y2hhbmdlbWU=\n", "medium"],
    ["/.env", "b64 words2", "JWT_SECRET=c2VjcmV0LWtleS1jaGFuZ2UtbWU=\n", "medium"],
    ["/.env", "fish", "set -x DB_PASSWORD k8Jq2mZw9\n", "critical"],
    ["/.env", "setenv", "setenv DB_PASSWORD k8Jq2mZw9\n", "critical"],
    ["/.env", "powershell", '$env:DB_PASSWORD = "k8Jq2mZw9"\n', "critical"],
    ["/.env", "SetEnv apache", "SetEnv DB_PASSWORD k8Jq2mZw9\nSetEnv A b\n", "critical"],
    ["/.env", "json", '{"DB_HOST":"db","DB_PASSWORD":"k8Jq2mZw9"}\n', "critical"],
    ["/.env", "stripe wh", "STRIPE_WEBHOOK=whsec_k8Jq2mZ0LcW9xQ4vB7nT1yR5uE3sA6dF\n", "critical"],
    ["/.env", "google oauth", "CLIENT=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\n", "critical"],
    [
      "/.env",
      "telegram url",
      "ALERT=https://api.telegram.org/bot123456789:AAHk8Jq2mZ0LcW9xQ4vB7nT1yR5uE3sA6d/sendMessage\n",
      "critical",
    ],
    [
      "/.env",
      "supabase anon by role",
      "SUPABASE_KEY=eyJhbGciOiJIUzI1NiJ9." +
        Buffer.from('{"iss":"supabase","role":"anon"}').toString("base64url") +
        ".k8Jq2mZ0LcW9xQ4v\n",
      "medium",
    ],
    [
      "/.git/config",
      "quoted",
      '[core]\n\tbare = false\n[remote "origin"]\n\turl = "https://deploy:ghs8Kd02mQ@git.jp/a"\n',
      "critical",
    ],
    [
      "/.git/config",
      "insteadOf",
      '[core]\n\tbare = false\n[url "https://deploy:ghs8Kd02mQ@git.jp/"]\n\tinsteadOf = https://git.jp/\n',
      "critical",
    ],
    [
      "/.git/config",
      "oauth2 token",
      '[core]\n\tbare = false\n[remote "origin"]\n\turl = https://oauth2:glpat-k8Jq2mZ0LcW9xQ4vB7nT@gitlab.jp/a\n',
      "critical",
    ],
    [
      "/.git/config",
      "ci job token var",
      '[core]\n\tbare = false\n[remote "origin"]\n\turl = https://gitlab-ci-token:$' +
        "{CI_JOB_TOKEN}@gitlab.jp/a\n",
      "high",
    ],
    [
      "/.git/config",
      "masked",
      '[core]\n\tbare = false\n[remote "origin"]\n\turl = https://gitlab-ci-token:[MASKED]@gitlab.jp/a\n',
      "high",
    ],
    [
      "/.git/config",
      "query port",
      '[core]\n\tbare = false\n[remote "origin"]\n\turl = https://git.jp:8443/a@b\n',
      "high",
    ],
    ["/.git/config", "bom CRLF", "\uFEFF[core]\r\n\trepositoryformatversion = 0\r\n", "high"],
    [
      "/.git/config",
      "worktree only",
      '[extensions]\n\tworktreeConfig = true\n[remote "origin"]\n\turl = https://git.jp/a\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n',
      "high",
    ],
    [
      "/.hg/hgrc",
      "auth",
      "[paths]\ndefault = https://hg.jp/shop\n[auth]\nshop.prefix = hg.jp\nshop.username = a\nshop.password = k8Jq2mZw9\n",
      "critical",
    ],
    [
      "/.hg/hgrc",
      "auth alone",
      "[auth]\nshop.prefix = hg.jp\nshop.username = a\nshop.password = k8Jq2mZw9\n",
      "critical",
    ],
    [
      "/.htpasswd",
      "argon2",
      "admin:$argon2id$v=19$m=65536,t=3,p=4$c2FsdHNhbHQ$k8Jq2mZ0LcW9xQ4vB7nT1yR5uE3sA6dF\n",
      "critical",
    ],
    [
      "/.htpasswd",
      "ssha512",
      "admin:{SSHA512}k8Jq2mZ0LcW9xQ4vB7nT1yR5uE3sA6dF8gH2jK9pk8Jq2mZ0LcW9xQ4vB7nT1yR5uE3sA6dF\n",
      "critical",
    ],
    ["/.htpasswd", "md5 braces", "admin:{MD5}X03MO1qnZdYdgyfeuILPmQ==\n", "critical"],
    [
      "/.htpasswd",
      "blf",
      "admin:{BLF-CRYPT}$2y$05$k8Jq2mZ0LcW9xQ4vB7nT1yR5uE3sA6dF8gH2jK9pk8Jq2mZ0LcW9x\n",
      "critical",
    ],
    ["/.htpasswd", "bsdi", "admin:_J9..rasmBYk8r9AiWNc\n", "critical"],
    [
      "/.htpasswd",
      "sun md5",
      "admin:$md5,rounds=904$iPPKEBnEkp3JV8uX$0L6m7rOFTVFn.SGqo2M9W1\n",
      "critical",
    ],
    [
      "/.htpasswd",
      "pbkdf2",
      "admin:$pbkdf2-sha256$29000$k8Jq2mZ0LcW9$xQ4vB7nT1yR5uE3sA6dF8gH2jK9p\n",
      "critical",
    ],
    [
      "/.htpasswd",
      "yescrypt",
      "admin:$y$j9T$k8Jq2mZ0LcW9xQ4v$B7nT1yR5uE3sA6dF8gH2jK9pk8Jq2mZ0LcW9xQ4vB7n\n",
      "critical",
    ],
    ["/.htpasswd", "locked", "admin:!\nroot:*\n", null],
    ["/.htpasswd", "empty pw", "admin:\n", null],
    ["/.htpasswd", "groups", "staff: admin tora maki\n", null],
    ["/.htpasswd", "json", '{"error":"not found"}\n', null],
    ["/.htpasswd", "yaml", "status: 404\nmessage: notfoundhere12\n", null],
    ["/.htpasswd", "etag", "etag:5f4dcc3b5aa765d61d8327deb882cf99\n", null],
    [
      "/.htpasswd",
      "Windows BOM",
      "\uFEFFadmin:$apr1$ag3l5kd9$ag3l5kd9bX3l5kd9ag3l5k\r\n",
      "critical",
    ],
    [
      "/wp-config.php.bak",
      "salts",
      "<?php\ndefine('DB_PASSWORD', '');\ndefine('AUTH_KEY', 'k8Jq2mZ0LcW9xQ4v|B7nT1yR5uE3sA6dF8gH2jK9p&k8Jq2mZ0LcW9xQ4vB7nT1y#');\n",
      "critical",
    ],
    [
      "/wp-config.php.bak",
      "salts sample",
      "<?php\ndefine('DB_PASSWORD', '');\ndefine('AUTH_KEY', 'put your unique phrase here');\n",
      "medium",
    ],
    [
      "/wp-config.php.bak",
      "constant",
      "<?php\ndefine('DB_PASSWORD', DB_PASS_FROM_ENV);\n",
      "medium",
    ],
    ["/wp-config.php.bak", "const", "<?php\nconst DB_PASSWORD = 'k8Jq2mZw9';\n", "critical"],
    [
      "/wp-config.php.bak",
      "$_ENV",
      "<?php\ndefine('DB_PASSWORD', $_ENV['DB_PASSWORD']);\n",
      "medium",
    ],
    ["/wp-config.php.bak", "BOM", "\uFEFF<?php\ndefine('DB_PASSWORD', 'k8Jq2mZw9');\n", "critical"],
    [
      "/wp-config.php.bak",
      "escaped quote",
      "<?php\ndefine('DB_PASSWORD', 'k8J\\'q2mZw9');\n",
      "critical",
    ],
    [
      "/dump.sql",
      "adminer",
      "-- Adminer 4.8.1 MySQL 8.0.30 dump\n\nSET NAMES utf8;\nINSERT INTO `u` (`id`) VALUES (1);\n",
      "critical",
    ],
    [
      "/dump.sql",
      "sequel ace",
      "# ************************************************************\n# Sequel Ace SQL dump\n# Version 20046\nINSERT INTO `u` (`id`)\nVALUES\n\t(1);\n",
      "critical",
    ],
    [
      "/dump.sql",
      "pump",
      "-- Dump created by MySQL pump utility, version: 8.0.30\nINSERT INTO `s`.`u` VALUES (1);\n",
      "critical",
    ],
    [
      "/dump.sql",
      "updraft",
      "# WordPress MySQL database backup\n# Created by UpdraftPlus\nINSERT INTO `wp_users` VALUES (1,'admin');\n",
      "critical",
    ],
    [
      "/dump.sql",
      "tableplus",
      "-- -------------------------------------------------------------\n-- TablePlus 5.3.0(486)\n--\nINSERT INTO `u` (`id`) VALUES (1);\n",
      "critical",
    ],
    [
      "/dump.sql",
      "pg custom",
      "PGDMP\u0001\u000e\u0000\u0004\b\u0001\u0000 ... TABLE DATA public users postgres",
      "critical",
    ],
    [
      "/dump.sql",
      "sandbox",
      "/*M!999999\\- enable the sandbox mode */ \n-- MariaDB dump 10.19-11.4\nINSERT INTO `u` VALUES\n(1);\n",
      "critical",
    ],
    ["/dump.sql", "insert lower", "-- MySQL dump 10.13\ninsert into u values (1);\n", "critical"],
    ["/dump.sql", "docs", "-- How to make a MySQL dump\n-- see manual\n", null],
    ["/backup.sql", "replace", "-- MySQL dump 10.13\nREPLACE INTO `u` VALUES (1);\n", "critical"],
    [
      "/backup.sql",
      "mssql",
      "/****** Object:  Table [dbo].[u] ******/\nINSERT [dbo].[u] ([id]) VALUES (1)\n",
      "critical",
    ],
    ["/.aws/credentials", "process", "[default]\ncredential_process = /opt/bin/awscreds\n", null],
    [
      "/.aws/credentials",
      "sso id only",
      "[default]\naws_access_key_id = AKIA4TORA2KAZE7X\n",
      "medium",
    ],
    [
      "/.aws/credentials",
      "quoted",
      '[default]\naws_access_key_id = "AKIA4TORA2KAZE7X"\naws_secret_access_key = "k8Jq2mZ0LcW9xQ4vB7nT1yR5uE3sA6dF8gH2jK9p"\n',
      "critical",
    ],
    [
      "/id_rsa",
      "putty",
      "PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nComment: a\nPublic-Lines: 2\nAAAA\nPrivate-Lines: 1\nAAAAIEk8Jq2mZ0LcW9xQ4vB7nT1yR5uE3sA6dF8gH2jK9p\nPrivate-MAC: 00\n",
      "critical",
    ],
    ["/id_rsa", "public part", "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQ tora@maki\n", null],
    [
      "/.vscode/sftp.json",
      "array",
      '[{"host":"a.jp","username":"a","password":"k8Jq2mZw9"}]',
      "critical",
    ],
    [
      "/.vscode/sftp.json",
      "profiles",
      '{"username":"a","protocol":"ftp","profiles":{"dev":{"host":"a.jp","password":"k8Jq2mZw9"}}}',
      "critical",
    ],
    [
      "/actuator/env",
      "placeholders only",
      '{"activeProfiles":[],"propertySources":[{"name":"x","properties":{"a":{"value":"******"},"b":{"value":""}}}]}',
      "medium",
    ],
    [
      "/.env",
      "utf16",
      decodeText(
        Buffer.concat([
          Buffer.from([0xff, 0xfe]),
          Buffer.from("DB_PASSWORD=k8Jq2mZw9\r\n", "utf16le"),
        ]),
        "application/octet-stream",
      ),
      "critical",
    ],
    [
      "/.env",
      "utf16be",
      decodeText(
        Buffer.concat([
          Buffer.from([0xfe, 0xff]),
          Buffer.from("DB_PASSWORD=k8Jq2mZw9\r\n", "utf16le").swap16(),
        ]),
        null,
      ),
      "critical",
    ],

    [
      "/.env",
      "a place in a row of settings",
      "DB_URL=jdbc:mysql://db/shop?user=a&password=changeme\n",
      "guessable",
    ],
    [
      "/.env",
      "Teams' address to write at",
      `TEAMS=https://shop.webhook.office.com/webhookb2/${"8d2f7a9c-1b0e-4f5a-8d2f-7a9c1b0e4f5a"}/IncomingWebhook/${"8d2f7a9c1b0e4f5a9c3e"}${"7a9c1b0e4f5b"}/x\n`,
      "critical",
    ],
  ])("%s: %s", (path, _what, text, weight) => {
    expect(verdict(path, text)).toBe(weight);
  });
});

it.each([
  ["a remote and blank lines", `[remote "a"]${"\n".repeat(65_000)}`],
  ["blank lines", "\n \n".repeat(21_000)],
  ["remotes", '[remote "a"]\n'.repeat(5_000)],
])("a repository's settings cost no more than their length: %s", (_what, text) => {
  const began = process.cpuUsage().user;
  verdict("/.git/config", text);
  expect(process.cpuUsage().user - began).toBeLessThan(800_000);
});

it.each([
  ["parts of an address without end", `A=${"?a=".repeat(21_000)}\n`],
  ["digits and a letter", `A_PASSWORD=${"1".repeat(65_000)}a\n`],
  ["a key of blanks", `A_KEY="-----BEGIN PRIVATE KEY-----${" \\n".repeat(21_000)}"\n`],
])("costs no more than its length: %s", (_what, text) => {
  const began = process.cpuUsage().user;
  verdict("/.env", text);
  expect(process.cpuUsage().user - began).toBeLessThan(800_000);
});
