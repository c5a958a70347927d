import { describe, expect, it } from "vitest";
import { holdsSecret, settingsOf } from "./settings.ts";

describe("a file of settings holds a secret", () => {
  it.each([
    ["a password", "APP_ENV=production\nDB_PASSWORD=tora-no-maki\n"],
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
    ["with unknown words in it", "DB_PASSWORD=correct-horse-battery\n"],
    ["with a word and many digits", "DB_PASSWORD=admin-48213907\n"],
    ["of a search engine's administrator", "ELASTIC_SEARCH_PASSWORD=k8Jq2mZw\n"],
    ["of a cloud's search", `AZURE_SEARCH_API_KEY=${"9fK2aQ7z".repeat(4)}\n`],
    ["of a deployment to Firebase", `FIREBASE_TOKEN=1//0${"gKx83Hq_".repeat(5)}\n`],
    [
      "Firebase's private key, over several lines",
      `FIREBASE_PRIVATE_KEY="-----BEGIN PRIVATE KEY-----\n${"MIIEvQIBADANBgkqhkiG9w0B".repeat(2)}\n-----END PRIVATE KEY-----"\n`,
    ],
    ["of a model's server", `GEMINI_API_KEY=AIzaSyB-${"a8Kd".repeat(7)}\n`],
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
    ["encrypted", "DB_PASSWORD=ENC[AES256_GCM,data:8f2k]\nAPI_TOKEN=encrypted:BG8aq2\n"],
    ["numbers that are short", "TOKEN=20261\nPIN_SECRET=1234\n"],
  ])("%s", (_what, text) => {
    expect(settingsOf(text)).not.toEqual([]);
    expect(holdsSecret(text)).toBe(false);
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
    ["a script", "var a = 1;\nlet b = 2;\n"],
    ["nothing", ""],
  ])("%s", (_what, text) => {
    expect(settingsOf(text)).toEqual([]);
    expect(holdsSecret(text)).toBe(false);
  });
});
