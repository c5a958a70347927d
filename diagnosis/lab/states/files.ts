import { WORDPRESS_PAGES } from "../servers/wordpress.ts";
import type { LabState, WebSpec } from "../state.ts";

const site = (
  name: string,
  spec: Partial<WebSpec>,
  finds: readonly string[],
  more: Partial<LabState> = {},
): LabState => ({
  name,
  area: "exposed files",
  web: { server: "nginx", ...spec },
  finds,
  ...more,
});

const file = (
  name: string,
  path: string,
  content: string,
  finds: readonly string[],
  more: Partial<LabState> = {},
) => site(name, { files: { [path]: content } }, finds, more);

/** Settings in which nothing is secret: they are medium, and never more. */
const harmless = (name: string, content: string) =>
  file(`env-${name}`, "/.env", content, ["exp-files:medium:/.env"], {
    lacks: ["exp-files:critical"],
  });
const secret = (name: string, content: string) =>
  file(`env-${name}`, "/.env", content, ["exp-files:critical:/.env"], { gradeAtMost: "E" });
const passwords = (name: string, content: string) =>
  file(`htpasswd-${name}`, "/.htpasswd", content, ["exp-files:critical:/.htpasswd"]);

const KEY =
  "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQ\n-----END OPENSSH PRIVATE KEY-----\n";
const KEY_TO_FILL_IN =
  "-----BEGIN PRIVATE KEY-----\nYOURPRIVATEKEYGOESHERE\n-----END PRIVATE KEY-----\n";
const KEY_WITH_PASSWORD =
  "-----BEGIN ENCRYPTED PRIVATE KEY-----\nMIIFHDBOBgkqhkiG9w0BBQ0wQTApBgkqhkiG9w0B\n-----END ENCRYPTED PRIVATE KEY-----\n";
const TABLES =
  "-- MariaDB dump 10.19  Distrib 10.11.6-MariaDB\n--\n-- Host: localhost\nCREATE TABLE u (id int);\n";
const DUMP = `${TABLES}INSERT INTO u VALUES (1);\n`;

const repository = (name: string, program: string, finds: readonly string[]): LabState =>
  site(name, {}, finds, { services: [{ kind: "repository", options: { program } }] });

const settingsStates = [
  file(
    "env-secret",
    "/.env",
    "APP_ENV=production\nDB_PASSWORD=tora-2026-maki\n",
    ["exp-files:critical:/.env"],
    { quick: true },
  ),
  harmless("settings", "APP_ENV=production\nAPP_DEBUG=false\n"),
  harmless("empty-password", "DB_PASSWORD=\nDB_HOST=10.0.0.1\n"),
  harmless("policy", "VITE_PASSWORD_MIN_LENGTH=12\nTOKEN_TTL_SECONDS=2592000\n"),
  harmless("changeme", "API_KEY=changeme\nJWT_SECRET=your-secret-key-here\n"),
  harmless("words-alone", "DB_PASSWORD=cambiar_esto\nJWT_SECRET=minimum_32_chars_secret_key\n"),
  harmless("words-of-a-person", "DB_PASSWORD=tora-no-maki\nMAIL_PASSWORD=bitte-aendern\n"),
  harmless(
    "rows",
    "ENCRYPTION_KEY=000102030405060708090a0b0c0d0e0f\nAPI_TOKEN=00112233445566778899aabbccddeeff\n",
  ),
  harmless(
    "place-for-a-key",
    'PRIVATE_KEY="-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----"\nAPP_ENV=x\n',
  ),
  harmless("variable", "DB_PASSWORD=$" + "{SECRET}\nAPI_TOKEN=$TOKEN\n"),
  harmless("vault", "DB_PASSWORD=vault:secret/db#password\nJWT_SECRET=/run/secrets/jwt\n"),
  harmless("for-browsers", "VITE_API_KEY=AIzaSyD3f9k2m8Qx\nNEXT_PUBLIC_TOKEN=pk.eyJ1Ijoi92kd\n"),
  harmless(
    "no-password",
    "DATABASE_URL=postgres://localhost/shop\nSENTRY_DSN=https://8d2f@s.jp/1\n",
  ),
  secret("export", 'export DB_PASSWORD = "t0ra#maki" # of the shop\n'),
  secret("windows", "\uFEFFAPP_ENV=x\r\nSECRET_KEY_BASE=9f86d081884c7d659a2f\r\n"),
  secret("address", "DATABASE_URL=postgres://shop:k8Jq2mZ@db.internal/shop\n"),
  secret("small-letters", "db_password=kaze2026\n"),
  file("env-production", "/.env.production", "API_TOKEN=a8Jd82kLmQ0x\n", [
    "exp-files:critical:/.env.production",
  ]),
  file("env-html", "/.env", "<!doctype html><title>Not found</title>DB_PASSWORD=\n", [], {
    lacks: ["exp-files"],
  }),
];

const repositoryStates = [
  file("git-head", "/.git/HEAD", "ref: refs/heads/main\n", ["exp-files:high:/.git/HEAD"], {
    quick: true,
  }),
  file("git-head-branch", "/.git/HEAD", "ref:\trefs/heads/feature/#12-買い物+x", [
    "exp-files:high:/.git/HEAD",
  ]),
  repository("git-of-git", "git", ["exp-files:high:/.git/HEAD", "exp-files:high:/.git/config"]),
  repository(
    "git-detached",
    "git-detached",
    ["exp-files:high:/.git/HEAD"].concat("exp-files:high:/.git/config"),
  ),
  repository("svn-of-subversion", "svn", [
    "exp-files:high:/.svn/wc.db",
    "exp-files:high:/.svn/entries",
  ]),
  repository("hg-of-mercurial", "hg", ["exp-files:high:/.hg/requires", "exp-files:high:/.hg/hgrc"]),
  file("git-config", "/.git/config", "[core]\n\trepositoryformatversion = 0\n", [
    "exp-files:high:/.git/config",
  ]),
  file(
    "git-config-token",
    "/.git/config",
    '[core]\n\tbare = false\n[remote "origin"]\n\turl = https://deploy:ghs8Kd02mQ@git.yubin.jp/shop\n',
    ["exp-files:critical:/.git/config"],
  ),
  file("svn-entries", "/.svn/entries", "12\n", ["exp-files:high"]),
  file("svn-entries-old", "/.svn/entries", "10\n\ndir\n31\nhttps://svn.yubin.jp/trunk\n", [
    "exp-files:high",
  ]),
  site(
    "git-forbidden",
    {
      files: { "/.git/HEAD": "ref: refs/heads/main\n" },
      extra: "location ~ /\\.git { deny all; }",
    },
    [],
    { lacks: ["exp-files"] },
  ),
  site(
    "git-answers-all",
    {
      files: { "/.git/HEAD": "ref: refs/heads/main\n" },
      extra: "location /.git/ { try_files /.git/HEAD =404; }",
    },
    [],
    { lacks: ["exp-files"] },
  ),
  file("empty-files", "/.git/HEAD", "\n", [], { lacks: ["exp-files"] }),
];

const secretStates = [
  file("dump-sql", "/dump.sql", DUMP, ["exp-files:critical:/dump.sql"]),
  file("backup-sql", "/backup.sql", DUMP, ["exp-files:critical"]),
  file("backup-sql-tables", "/backup.sql", TABLES, ["exp-files:medium"], {
    lacks: ["exp-files:critical"],
  }),
  file("key-to-fill-in", "/server.key", KEY_TO_FILL_IN, [], { lacks: ["exp-files"] }),
  file("htpasswd-of-a-manual", "/.htpasswd", `admin:$2y$10$${"x".repeat(53)}\n`, [], {
    lacks: ["exp-files"],
  }),
  file("private-key", "/id_rsa", KEY, ["exp-files:critical:/id_rsa"]),
  file("private-key-encrypted", "/server.key", KEY_WITH_PASSWORD, ["exp-files:high:/server.key"], {
    lacks: ["exp-files:critical"],
  }),
  file("wp-config-backup", "/wp-config.php.bak", "<?php\ndefine('DB_PASSWORD', 'tora2026');\n", [
    "exp-files:critical",
  ]),
  file(
    "wp-config-sample",
    "/wp-config.php.bak",
    "<?php\ndefine( 'DB_PASSWORD', 'password_here' );\n",
    ["exp-files:medium"],
    { lacks: ["exp-files:critical"] },
  ),
  file(
    "aws-example",
    "/.aws/credentials",
    "[default]\naws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY\n",
    ["exp-files:medium"],
    { lacks: ["exp-files:critical"] },
  ),
  passwords("apr1", "admin:$apr1$ag3l5kd9$ag3l5kd9ag3l5kd9ag3l5k\n"),
  passwords("crypt", "admin:rl5FQ6t5JVHKQ\n"),
  passwords("sha", "admin:{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g=\nb:xQ9.kW2mZp0Lc\n"),
];

const everywhere = (name: string, html: string) =>
  site(
    `panel-${name}-everywhere`,
    { files: { "/index.html": html }, extra: "location / { try_files $uri /index.html; }" },
    [],
    { lacks: ["app-print", "exp-files"] },
  );

const panelStates = [
  everywhere("grafana", "<title>Grafana</title><script>window.grafanaBootData = {}</script>"),
  everywhere("jupyter", '<title>JupyterLab</title><p data-base-url="/">x</p>'),
  everywhere("prometheus", "<title>Prometheus Time Series Collection</title>"),
  everywhere("phpmyadmin", "<title>phpMyAdmin</title><input name=pma_username>"),
  everywhere("wordpress", '<form id="loginform"><input id="user_login"></form>'),
  site(
    "panel-adminer-in-404",
    {
      files: { "/adminer.php": "<title>Login - Adminer</title>" },
      extra: "error_page 404 /adminer.php; location = /adminer.php { default_type text/html; }",
    },
    [],
    { lacks: ["app-print"] },
  ),
];

const serverStates = [
  file("ds-store", "/.DS_Store", "\0\0\0\u0001Bud1\0\0\u0010\0", ["exp-files:medium"]),
  file(
    "actuator-env",
    "/actuator/env",
    '{"activeProfiles":[],"propertySources":[{"name":"systemProperties","properties":{"os.name":{"value":"Linux"}}}]}',
    ["exp-files:high"],
  ),
  file(
    "actuator-env-masked",
    "/actuator/env",
    '{"activeProfiles":[],"propertySources":[{"name":"systemProperties","properties":{"os.name":{"value":"******"}}}]}',
    ["exp-files:medium"],
    { lacks: ["exp-files:high"] },
  ),
  file(
    "info-php",
    "/info.php",
    '<!DOCTYPE html><title>PHP 8.2.36 - phpinfo()</title><table><tr><td class="e">System </td></tr></table>',
    ["exp-files:medium:/info.php"],
  ),
  site(
    "server-status",
    {
      server: "apache",
      extra:
        "<Location /server-status>\nSetHandler server-status\nRequire all granted\n</Location>",
    },
    ["exp-files:medium:/server-status"],
  ),
  site("soft-404", { extra: "location / { try_files $uri /index.html; }" }, [], {
    quick: true,
    lacks: ["exp-files"],
  }),
  site("wordpress-of-debian", { extra: WORDPRESS_PAGES }, ["app-print:panel-medium:WordPress"], {
    services: [{ kind: "wordpress" }],
    lacks: ["exp-files", "sw-version:end-of-life", "sw-version:known-exploited"],
  }),
];

const K = "k8Jq2mZw9Lc";
/** Medium with a sentence of its own: whether it is in use the file does not tell. */
const common = (name: string, content: string) =>
  file(`env-common-${name}`, "/.env", content, ["exp-files:guessable:/.env"], {
    lacks: ["exp-files:critical"],
  });

/** As other programs, shells and people write the same. */
const otherForms = [
  common("welcome", "APP_ENV=production\nDB_PASSWORD=Welcome2024!\n"),
  common("keyboard", "DB_PASSWORD=!QAZ2wsx\n"),
  common("in-an-address", "DATABASE_URL=mysql://shop:password1@db/shop\n"),
  harmless("placeholder-with-number", "API_KEY=changeme123\nAPI_SECRET=test1234\n"),
  harmless("example-uuid", "API_KEY=3fa85f64-5717-4562-b3fc-2c963f66afa6\n"),
  harmless("hash-of-nothing", "API_SECRET=d41d8cd98f00b204e9800998ecf8427e\n"),
  harmless("words-in-base64", "JWT_SECRET=c2VjcmV0LWtleS1jaGFuZ2UtbWU=\n"),
  harmless("encrypted-key", `PRIVATE_KEY="${KEY_WITH_PASSWORD.replaceAll("\n", "\\n")}"\n`),
  harmless(
    "azurite",
    "STORAGE=UseDevelopmentStorage=true;AccountName=devstoreaccount1;AccountKey=Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==\n",
  ),
  secret("jdbc", `DB_URL=jdbc:mysql://db/shop?user=a&password=${K}\n`),
  secret("connection-string", `ConnectionStrings__Shop="Host=db;Username=a;Password=${K}"\n`),
  secret("go-driver", `MYSQL_DSN=shop:${K}@tcp(127.0.0.1:3306)/shop\n`),
  secret("fish", `set -x DB_PASSWORD ${K}\n`),
  secret("powershell", `$env:DB_PASSWORD = "${K}"\n`),
  secret("json", `{"DB_HOST":"db","DB_PASSWORD":"${K}"}\n`),
  secret("stored-password", `ADMIN_HASH='$2y$10$${"aB3".repeat(17)}ab'\n`),
  passwords("ssha512", `admin:{SSHA512}${K.repeat(8)}\n`),
  passwords("bsdi", "admin:_J9..rasmBYk8r9AiWNc\n"),
  file(
    "git-config-instead-of",
    "/.git/config",
    `[core]\n\tbare = false\n[url "https://deploy:${K}@git.jp/"]\n\tinsteadOf = https://git.jp/\n`,
    ["exp-files:critical:/.git/config"],
  ),
  file(
    "git-config-of-pipeline",
    "/.git/config",
    '[core]\n\tbare = false\n[remote "origin"]\n\turl = https://gitlab-ci-token:[MASKED]@git.jp/a\n',
    ["exp-files:high:/.git/config"],
    { lacks: ["exp-files:critical"] },
  ),
  file("hgrc-auth", "/.hg/hgrc", `[auth]\nshop.prefix = hg.jp\nshop.password = ${K}\n`, [
    "exp-files:critical:/.hg/hgrc",
  ]),
  file(
    "dump-of-adminer",
    "/dump.sql",
    "-- Adminer 4.8.1 MySQL 8.0.30 dump\n\nINSERT INTO `u` (`id`) VALUES (1);\n",
    ["exp-files:critical:/dump.sql"],
  ),
  file("dump-an-article", "/dump.sql", "-- How to make a MySQL dump\n-- see the manual\n", [], {
    lacks: ["exp-files"],
  }),
  file(
    "wp-config-keys",
    "/wp-config.php.bak",
    `<?php\ndefine('DB_PASSWORD', '');\ndefine('AUTH_KEY', '${K}|B7nT1yR5uE3sA6dF8gH2jK9p&${K}#');\n`,
    ["exp-files:critical:/wp-config.php.bak"],
  ),
];

/** Files that should not be public, in the forms that programs leave them. */
export const fileStates: readonly LabState[] = [
  ...settingsStates,
  ...repositoryStates,
  ...secretStates,
  ...panelStates,
  ...serverStates,
  ...otherForms,
];
