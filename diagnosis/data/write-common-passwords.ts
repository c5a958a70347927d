import { writeFileSync } from "node:fs";
import passwords from "@zxcvbn-ts/language-common/src/passwords.json" with { type: "json" };

/* Rewrites the built-in list of common passwords: node diagnosis/data/write-common-passwords.ts [date] */

/** The first of the list are those that anyone tries. */
const MOST = 10_000;

/** What programs are delivered with, where leaks do not have it as often. */
const DEFAULTS =
  "root toor postgres mariadb mongo mongodb minioadmin rabbitmq grafana vagrant homestead elastic sonar sonarqube keycloak nextcloud directus tomcat raspberry ubnt".split(
    " ",
  );

const list = {
  name: "The most common passwords of published leaks",
  date: process.argv[2] ?? new Date().toISOString().slice(0, 10),
  source: "zxcvbn-ts, passwords of @zxcvbn-ts/language-common (MIT); defaults of programs, by hand",
  entries: [...new Set([...passwords.slice(0, MOST), ...DEFAULTS])],
};
const target = new URL("./generated/common-passwords.json", import.meta.url);
writeFileSync(target, `${JSON.stringify(list)}\n`);
