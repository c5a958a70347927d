import { describe, expect, it } from "vitest";
import { holdsCommonPassword, holdsSecret, settingsOf } from "./settings.ts";

describe("a file of settings holds a secret", () => {
  it.each([
    ["a password", "APP_ENV=production\nDB_PASSWORD=tora-2026-maki\n"],
    ["in quotes, with a remark", 'export DB_PASSWORD = "t0ra#maki" # of the shop\n'],
    [
      "after a byte order mark, lines of Windows",
      "\uFEFFAPP_ENV=x\r\nJWT_SECRET=9f86d081884c7d65\r\n",
    ],
    ["with the small letters of a name", "db_password=kaze2026\n"],
    ["of a stage", "API_TOKEN_PRODUCTION=a8Jd82kLmQ0x\n"],
    ["an application's key", `APP_KEY=base64:${"k3J8Qw+".repeat(6)}x=\n`],
    ["in an address", "DATABASE_URL=postgres://shop:k8Jq2mZ@db.internal/shop\n"],
    ["in the form of a service's token", `STRIPE_KEY=sk_live_${"4eC39HqLyjWD"}arjtT1zd\n`],
    [
      "a key over several lines",
      `PRIVATE_KEY="-----BEGIN PRIVATE KEY-----\\n${"MIIEvQIBADANBgkqhkiG9w0B".repeat(2)}"\n`,
    ],
    ["with markup in another value", "MAIL_FOOTER=<body>\nDB_PASSWORD=kaze2026\n"],
    ["in YAML's form", "DB_PASSWORD: kaze2026\n"],
    ["with words and a number that is no short one", "DB_PASSWORD=correct-horse-7741-battery\n"],
    ["for one program, as mail services make it", "SMTP_PASS=rkhy upsf aywu glif\n"],
    ["of letters alone, as chance sets them", "API_SECRET=tdwATdfogbWV\n"],
    ["with a word and many digits", "DB_PASSWORD=admin-48213907\n"],
    ["of a search engine's administrator", "ELASTIC_SEARCH_PASSWORD=k8Jq2mZw\n"],
    ["of a cloud's search", `AZURE_SEARCH_API_KEY=${"9fK2aQ7z".repeat(4)}\n`],
    ["of a deployment to Firebase", `FIREBASE_TOKEN=1//0${"gKx83Hq_".repeat(5)}\n`],
    [
      "Firebase's private key, over several lines",
      `FIREBASE_PRIVATE_KEY="-----BEGIN PRIVATE KEY-----\n${"MIIEvQIBADANBgkqhkiG9w0B".repeat(2)}\n-----END PRIVATE KEY-----"\n`,
    ],
    [
      "an account's key inside JSON",
      `GOOGLE_CREDENTIALS='{"type":"service_account","private_key":"-----BEGIN PRIVATE KEY-----\\n${"MIIEvQIBADANBgkqhkiG9w0B".repeat(2)}\\n-----END PRIVATE KEY-----\\n"}'\n`,
    ],
    [
      "a key on one line",
      `DEPLOY="-----BEGIN RSA PRIVATE KEY----- ${"MIIEvQIBADANBgkqhkiG9w0B".repeat(20)} -----END RSA PRIVATE KEY-----"\n`,
    ],
    ["of a model's server", `GEMINI_API_KEY=AIzaSyB-${"a8Kd".repeat(7)}\n`],
    ["with slashes in it", "API_SECRET=a/b9K2/Qx7zR\nJWT_SECRET=/9j4AAQSkZJRgABAQ\n"],
    ["in brackets of its own", "DB_PASSWORD={aK9x2mQ}\n"],
    [
      "addresses at which anyone may write",
      `SLACK_WEBHOOK=https://hooks.slack.com/services/T0${"1a2b3c"}/B0${"1a2b3c"}/${"a8Kd82kLmQ0x".repeat(2)}\n`,
    ],
    [
      "another such address",
      `DISCORD_URL=https://discord.com/api/webhooks/${"1234567890".repeat(2).slice(0, 18)}/${"a8Kd_82kLmQ0x".repeat(5)}\n`,
    ],
    ["a token in three parts", "API_TOKEN=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ0b3JhIn0.k8Jq2mZ0LcW9\n"],
    ["of small letters by chance", "SECRET_KEY=qhvzkwmtrpxjbnlcfgdysaeuoiqhvzkw\n"],
  ])("%s", (_what, text) => {
    expect(holdsSecret(text)).toBe(true);
  });
});

describe("a file of settings holds none", () => {
  it.each([
    ["empty, and a next line", "DB_PASSWORD=\nDB_HOST=10.0.0.1\n"],
    ["empty quotes", "DB_PASSWORD=\"\"\nMAIL_PASSWORD=''\n"],
    ["a remark alone", "DB_PASSWORD= # set in the vault\n"],
    ["the number of a policy", "VITE_PASSWORD_MIN_LENGTH=12\nPASSWORD_MIN_LENGTH=12\n"],
    ["days and seconds", "TOKEN_TTL=2592000\nPASSWORD_TIMEOUT=10800\nSECRET_ROTATION=30d\n"],
    ["a switch", "REQUIRE_PASSWORD=true\nUSE_TOKEN=on\nPASSWORD=null\n"],
    ["changeme", "API_KEY=changeme\nDB_PASSWORD=change-me-please\nAPP_SECRET=ChangeMe123!\n"],
    [
      "what manuals write",
      "APP_KEY=base64:\nAPP_KEY=SomeRandomString\nCOOKIE_SECRET=keyboard cat\nOPENAI_API_KEY=sk-...\n",
    ],
    [
      "words with signs for letters",
      "DB_PASSWORD=p@ssw0rd\nPASSWORD=Passw0rd!\nAPI_SECRET=s3cr3t\n",
    ],
    [
      "a row of characters, zeroes",
      "API_KEY=1234567890abcdef\nAPI_TOKEN=00000000-0000-0000-0000-000000000000\n",
    ],
    ["the name of a key", "SESSION_KEY=sid_cookie\nSERVICE_KEY=billing\nAPI_KEY=deadbeef\n"],
    [
      "keys that pages show, and those of a test account",
      `FIREBASE_API_KEY=AIzaSyB-${"a8Kd".repeat(7)}\nALGOLIA_SEARCH_KEY=${"0a9f".repeat(8)}\nSTRIPE_SECRET=sk_test_${"4eC39Hq".repeat(3)}\n`,
    ],
    [
      "variables",
      "DB_PASSWORD=$" + "{SECRET}\nAPI_KEY=$API_KEY\nTOKEN=$(cat token)\nKEY_PASSWORD=%PASS%\n",
    ],
    ["a template", "DB_PASSWORD={{ db_password }}\nAPI_TOKEN=<token>\nAUTH_SECRET=__SECRET__\n"],
    [
      "a vault",
      "DB_PASSWORD=vault:secret/db#password\nAPI_TOKEN=op://shop/token\nSECRET_KEY=arn:aws:secretsmanager:x\n",
    ],
    [
      "a file",
      "JWT_PRIVATE_KEY=./keys/jwt.pem\nDB_PASSWORD=/run/secrets/db\nPASSWORD_FILE=/etc/pass\n",
    ],
    [
      "words of placeholders",
      "API_KEY=your_api_key_here\nJWT_SECRET=supersecretpassword\nDB_PASSWORD=password123\n",
    ],
    [
      "the documentation's example",
      "AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY\n",
    ],
    [
      "one letter",
      "API_KEY=xxxxxxxxxxxxxxxx\nTOKEN=****************\nSECRET=sk_live_xxxxxxxxxxxxxxxxxx\n",
    ],
    ["a sequence", "DB_PASSWORD=1234567890\nAPI_KEY=abcdefghijkl\n"],
    [
      "what is in the scripts anyway",
      "VITE_API_KEY=AIzaSyD3f9k2m8\nNEXT_PUBLIC_TOKEN=pk.eyJ1Ijoi9\n",
    ],
    [
      "a public key",
      "STRIPE_KEY=pk_live_4eC39HqLyjWDarjtT1zd\nRECAPTCHA_SITE_KEY=6Lc8aB9k2m\nPUSHER_APP_KEY=8d2f7a9c1b\n",
    ],
    [
      "an address without a password",
      "DATABASE_URL=postgres://localhost/shop\nTOKEN_URL=https://id.jp/token\n",
    ],
    ["a placeholder in an address", "DATABASE_URL=postgres://user:password@db/shop\n"],
    ["in Japanese", "DB_PASSWORD=ここにパスワードを入力\n"],
    [
      "in a cloud's store",
      "DB_PASSWORD=projects/12/secrets/db/versions/latest\nAPI_TOKEN=aws-secretsmanager:shop\nAPI_SECRET=s3://bucket/key\n",
    ],
    ["a path in a vault", "DB_PASSWORD=secret/data/shop#password\nAPI_SECRET=kv/shop/db\n"],
    [
      "encrypted by a configuration server",
      "DB_PASSWORD={cipher}AQBf8d7a9c1b2f8d7a9c1b\nAPI_SECRET=$ANSIBLE_VAULT;1.1;AES256\n",
    ],
    [
      "a program's words",
      "DB_PASSWORD=process.env.DB_PASSWORD\nAPI_TOKEN=os.environ['TOKEN']\nAPI_SECRET=`cat /run/secrets/api`\nAPI_KEY={API_KEY}\n",
    ],
    [
      "a path of the site",
      "OAUTH_TOKEN=/oauth/token\nACCESS_TOKEN=/api/v1/token\nFORGOT_PASSWORD=/forgot-password\n",
    ],
    [
      "files without a slash before them",
      "JWT_PRIVATE_KEY=storage/oauth-private.key\nAPI_CREDENTIALS=service-account.json\nTLS_PRIVATE_KEY=C:\\certs\\jwt.pem\nSSH_PRIVATE_KEY=~/.ssh/id_ed25519\nSIGNING_KEY=AuthKey_8K2DQ7.p8\n",
    ],
    [
      "a method's name",
      "HASH_PASSWORD=argon2id\nPASSWORD_RESET_TOKEN=sha256\nENCRYPT_PASSWORD=bcrypt\nJWT_SECRET=HS256\n",
    ],
    ["a choice", "SHOW_PASSWORD=always\nRESET_PASSWORD=allowed\nAUTH_TOKEN=Bearer\n"],
    [
      "a header, a cookie, a row in a store",
      "AUTH_KEY=X-API-KEY\nSESSION_KEY=PHPSESSID\nCOOKIE_KEY=shop.sid\nSTORAGE_KEY=shop_cache_v2\n",
    ],
    [
      "keys of counters, maps and editors in the page",
      "MAPBOX_ACCESS_TOKEN=pk.eyJ1Ijoic2hvcCJ9.a8Kd\nMIXPANEL_TOKEN=8d2f7a9c1b0e4f5a8d2f7a9c1b0e4f5a\nPOSTHOG_API_KEY=phc_a8Kd82kLmQ0xa8Kd\n",
    ],
    [
      "rows in parts",
      "API_KEY=aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee\nAPI_TOKEN=12345678-1234-1234-1234-123456789012\nAPI_SECRET=01234567-89ab-cdef-0123-456789abcdef\nAUTH_TOKEN=abcd1234efgh5678\nACCESS_TOKEN=test_1234567890\n",
    ],
    [
      "what is to be done",
      "DB_PASSWORD=to-be-defined\nAPI_SECRET=use-openssl-rand-hex-32\nSESSION_SECRET=32-character-string-here\nAPI_TOKEN=ghp_yourTokenHere\nSMTP_PASS=see wiki\nDB_PASS=stored in LastPass\n",
    ],
    [
      "in other languages",
      "DB_PASSWORD=请输入密码\nAPI_SECRET=비밀번호\nMAIL_PASSWORD=motdepasse\nFTP_PASS=geheim\n",
    ],
    ["encrypted", "DB_PASSWORD=ENC[AES256_GCM,data:8f2k]\nAPI_TOKEN=encrypted:BG8aq2\n"],
    [
      "what Symfony, Rails and Auth.js write themselves",
      "DATABASE_URL=postgresql://app:!ChangeMe!@127.0.0.1:5432/app\nMERCURE_JWT_SECRET=!ChangeThisMercureHubJWTSecretKey!\nAPP_SECRET=s$cretf0rt3st\nSECRET_KEY_BASE=fake_secret_key_base_for_assets_precompile\nNEXTAUTH_SECRET=nextauthsecret\n",
    ],
    [
      "words that say where it comes from",
      "DB_PASSWORD=from-secret-manager\nAPI_SECRET=set_by_terraform\nMAIL_PASSWORD=managed-by-vault\nFTP_PASS=ask-bob\nENCRYPTION_KEY=32-byte-key-for-encryption-here!\nAPI_KEY=ReplaceThisBeforeDeploy\n",
    ],
    [
      "programs' own names",
      "DB_PASSWORD=docker\nDB_PASS=vagrant\nMONGO_PASSWORD=mongo\nELASTIC_PASSWORD=elastic\nAPI_SECRET=unknown\n",
    ],
    [
      "what their makers publish for tests",
      "RECAPTCHA_SECRET_KEY=6LeIxAcTAAAAAGG-vFI1TnRWxMZNFuojJ4WifJWe\nTURNSTILE_SECRET_KEY=1x0000000000000000000000000000000AA\nAPI_TOKEN=123e4567-e89b-12d3-a456-426614174000\nJWT_SECRET=eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9\nALGOLIA_API_KEY=25626fae796133dc1e734c6bcaaeac3c\n",
    ],
    ["with kana in it", "API_KEY=取得したキー\n"],
    [
      "an address to write at that is none",
      "SLACK_WEBHOOK=https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX\n",
    ],
    ["numbers that are short", "TOKEN=20261\nPIN_SECRET=1234\n"],
    [
      "words of any language, which a person may have chosen, and nothing shows it",
      "DB_PASSWORD=cambiame\nDB_PASSWORD=cambiar_esto\nMAIL_PASSWORD=bitte-aendern\nFTP_PASS=a_remplacer\nDB_PASS=wachtwoord\nAPI_SECRET=tajnehaslo\nREDIS_PASSWORD=correct-horse-battery\nAPP_SECRET=秘密鍵設定\n",
    ],
    [
      "words with short numbers, dates and methods between them",
      "JWT_SECRET=minimum_32_chars_secret_key_123456\nAPI_SECRET=generate-with-openssl-rand-base64-32\nSIGNING_KEY=kid-2023-01-01\nDB_PASSWORD=replaced-at-deploy-time\nLICENSE_KEY=gpl-my-project-is-open-source\nMASTER_KEY=aSampleMasterKey\n",
    ],
    [
      "names of what holds a secret",
      "K8S_SECRET=app-prod-tls\nDB_SECRET=myapp-db-credentials-7f9c2\nDB_PASSWORD=aws:secretsmanager:us-east-1:prod/db\nSESSION_TOKEN=__Secure-next-auth.session-token\nJWT_SECRET_KEY=%kernel.project_dir%/config/jwt/private.pem\n",
    ],
    [
      "a choice of a browser, a pattern of names",
      "CREDENTIALS=same-origin\nFILE_PAT=*.log\nGLOB_PAT=src/**/*.ts\n",
    ],
    [
      "a place for a key over several lines",
      'PRIVATE_KEY="-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----"\nDEPLOY_SECRET="-----BEGIN PRIVATE KEY-----\nYOUR KEY HERE\n-----END PRIVATE KEY-----"\n',
    ],
    [
      "rows that count, repeat or run backwards",
      "ENCRYPTION_KEY=12345678901234567890123456789012\nENCRYPTION_KEY=00112233445566778899aabbccddeeff\nENCRYPTION_KEY=000102030405060708090a0b0c0d0e0f\nENCRYPTION_KEY=cafebabecafebabecafebabecafebabe\nENCRYPTION_KEY=fedcba9876543210fedcba9876543210\nPRIVATE_KEY=0x0000000000000000000000000000000000000000000000000000000000000001\n",
    ],
    [
      "what manuals print",
      "PRIVATE_KEY=0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d\nTELEGRAM_BOT_TOKEN=110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw\nSECRET_KEY=09d25e094faa6ca2556c818166b7a9563b93f7099f6f0f4caa6cf63b88e8d3e7\nSA_PASSWORD=Pass@word1\n",
    ],
    [
      "passwords that anyone tries first, dressed up with capitals, signs, years",
      "DB_PASSWORD=Welcome2024!\nDB_PASSWORD=password1\nMAIL_PASS=Summer2024\nDB_PASSWORD=qwerty123\nDB_PASSWORD=!QAZ2wsx\nDB_PASSWORD=Abcd@1234\nDB_PASSWORD=iloveyou1\nDB_PASSWORD=company123\nSA_PASSWORD=P@ssw0rd2024\nDB_PASSWORD=000000\n",
    ],
    [
      "placeholders with a number",
      "API_KEY=changeme123\nAPI_SECRET=secret123\nAPI_KEY=example-key-1\nAPI_TOKEN=xxxx1234\nAPI_SECRET=test1234\nAPI_SECRET=temp1234\nSIGNING_KEY=secret-2024-01\nAPI_KEY=ABC123XYZ789\nDB_PASSWORD=sa123456\n",
    ],
    [
      "the key with which Laravel's packages are tested",
      "APP_KEY=base64:2fl+Ktvkfl+Fuz4Qp/A75G2RTiWVA/ZoKZvp6fiiM10=\n",
    ],
    [
      "the address to which pages report faults",
      `SENTRY_DSN=https://${"8d2f7a9c".repeat(2)}:${"1b0e4f5a".repeat(2)}@faults.jp/1\n`,
    ],
  ])("%s", (_what, text) => {
    expect(settingsOf(text)).not.toEqual([]);
    expect(holdsSecret(text)).toBe(false);
  });
});

describe("a password that anyone tries first", () => {
  it.each([
    ["DB_PASSWORD=Welcome2024!", true],
    ["DB_PASSWORD=password1", true],
    ["DB_PASS=P@ssw0rd", true],
    ["DB_PASSWORD=root", true],
    ["DB_PASSWORD=!QAZ2wsx", true],
    ["DATABASE_URL=mysql://shop:changeme@db/shop", true],
    ["MYSQL_ROOT_PASSWORD_PROD=qwerty123", true],
    // A row of digits that nobody would guess, and no password at all.
    ["DB_PASSWORD=admin-48213907", false],
    ["DB_PASSWORD=kaze2026", false],
    ["DB_PASSWORD=", false],
    ["API_KEY=changeme", false],
    ["DB_PASSWORD=$" + "{SECRET}", false],
    ["PASSWORD_MIN_LENGTH=123456", false],
  ])("%s: %s", (line, is) => {
    expect(holdsCommonPassword(`APP_ENV=production\n${line}\n`)).toBe(is);
  });
});

describe("is no file of settings", () => {
  it.each([
    ["a page", "<!doctype html>\nDB_PASSWORD=kaze2026\n"],
    ["a page in XML", '<?xml version="1.0"?>\nA=1\n'],
    [
      "an article that quotes one line",
      "Set it up so:\n\nDB_PASSWORD=kaze2026\n\nThen start.\nThat is all.\n",
    ],
    ["rules for robots", "User-agent: *\nDisallow: /private/\n"],
    ["headers", "Content-Type: text/plain\nServer: nginx\n"],
    ["a script", "var a = 1;\nlet b = 2;\n"],
    ["nothing", ""],
  ])("%s", (_what, text) => {
    expect(settingsOf(text)).toEqual([]);
    expect(holdsSecret(text)).toBe(false);
  });
});
