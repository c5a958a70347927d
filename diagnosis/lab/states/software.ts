import type { LabState } from "../state.ts";

/** Code of the site's own; a long run of blanks would keep retire's patterns busy for a minute. */
const OWN_CODE = "window.lab.push(function (index) { return index; });\n";

const script = (head: string, linesBefore = 0) =>
  `${OWN_CODE.repeat(linesBefore)}/*! ${head} */\n(function () { "use strict"; })();\n`;

const library = (
  name: string,
  file: string,
  content: string,
  finds: readonly string[],
  more: Partial<LabState> = {},
): LabState => ({
  name,
  area: "JS libraries",
  web: {
    server: "nginx",
    files: {
      "/": `<!doctype html><title>Lab</title><script src="${file}"></script>\n`,
      [file]: content,
    },
  },
  finds,
  ...more,
});

const JQUERY_OLD = "jQuery v1.8.3 jquery.com | jquery.org/license";
const JQUERY_NEW = "jQuery v3.7.1 | (c) OpenJS Foundation and other contributors";

const libraryStates = [
  library("jquery-by-name", "/js/jquery-1.8.3.min.js", "(function () {})();\n", ["sw-version"], {
    quick: true,
  }),
  library("jquery-by-text", "/app.js", script(JQUERY_OLD), ["sw-version"]),
  library("jquery-far-inside", "/app.js", script(JQUERY_OLD, 4_000), ["sw-version"]),
  library("jquery-current", "/js/jquery-3.7.1.min.js", script(JQUERY_NEW), [], {
    lacks: ["sw-version"],
  }),
  library("no-library", "/app.js", script("our own"), [], { lacks: ["sw-version"] }),
];

/** lighttpd says of itself whatever it is told; what is judged is the banner. */
const banner = (
  name: string,
  text: string,
  finds: readonly string[],
  more: Partial<LabState> = {},
): LabState => ({
  name,
  area: "versions",
  web: { server: "lighttpd", extra: `server.tag := "${text}"` },
  finds,
  tolerates: ["http-leak:version", ...(more.tolerates ?? [])],
  ...(more.lacks ? { lacks: more.lacks } : {}),
});

const NOT_SERIOUS = [
  "sw-version:end-of-life",
  "sw-version:known-exploited",
  "sw-version:cve-high",
  "sw-version:package-high",
];

const versionStates = [
  banner("nginx-of-debian-12", "nginx/1.22.1", [], { lacks: NOT_SERIOUS }),
  banner("nginx-of-ubuntu", "nginx/1.18.0 (Ubuntu)", [], {
    lacks: NOT_SERIOUS,
    tolerates: ["sw-version:possible"],
  }),
  banner("nginx-of-rhel-9", "nginx/1.20.1", [], { lacks: NOT_SERIOUS }),
  banner("apache-of-rocky-8", "Apache/2.4.37 (Rocky Linux) OpenSSL/1.1.1k", [], {
    lacks: NOT_SERIOUS,
    tolerates: ["sw-version:possible"],
  }),
  banner("apache-of-centos-7", "Apache/2.4.6 (CentOS) OpenSSL/1.0.2k-fips PHP/5.4.16", [], {
    lacks: NOT_SERIOUS,
    tolerates: ["sw-version:possible", "sw-version:distribution-end-of-life"],
  }),
  banner("php-on-linux", "Apache/2.4.62 (Debian) PHP/8.2.10", [], {
    lacks: NOT_SERIOUS,
    tolerates: ["sw-version:possible"],
  }),
  banner("php-on-windows", "Apache/2.4.58 (Win64) PHP/8.2.10", ["sw-version:known-exploited"]),
  banner("apache-2-4-49", "Apache/2.4.49 (Unix)", ["sw-version:known-exploited"]),
  banner("nginx-1-16", "nginx/1.16.0", ["sw-version:end-of-life"], {
    tolerates: ["sw-version:cve-high"],
  }),
  ...[
    ["apache-in-range", "Apache/2.4.57"],
    ["apache-latest-of-debian", "Apache/2.4.71"],
    ["php-in-range", "Apache PHP/7.4.28"],
    ["php-of-cloudlinux", "Apache PHP/7.1.33"],
    ["php-of-ubuntu", "Apache PHP/7.2.24-0ubuntu0.18.04.17"],
    ["php-of-sury", "Apache PHP/8.0.30-1+ubuntu22.04.1+deb.sury.org+1"],
    ["php-of-sury-debian", "Apache PHP/7.3.33-8+0~20230907.86+debian11~1.gbp2a"],
    ["apache-of-cpanel", "Apache/2.4.49 (cPanel) OpenSSL/1.1.1w mod_bwlimited/1.4"],
    ["apache-of-el8", "Apache/2.4.48-1.el8_4"],
    ["openssl-fips", "Apache/2.4.6 () OpenSSL/1.0.2k-fips"],
    ["openssl-of-debian-12", "Apache OpenSSL/3.0.15"],
    ["tomcat-of-ubuntu", "Apache Tomcat/9.0.58"],
    ["nginx-of-alpine", "nginx/1.20.2"],
    ["apache-of-a-maker", "IBM_HTTP_Server/6.0.2 Apache/2.2.8 (Unix)"],
  ].map(([name = "", text = ""]) =>
    banner(name, text, [], {
      lacks: NOT_SERIOUS,
      tolerates: ["sw-version:possible", "sw-version:perhaps-end-of-life"],
    }),
  ),
  banner("tomcat-of-nobody", "Apache Tomcat/9.0.50", ["sw-version:known-exploited"]),
  banner("apache-2-4-50", "Apache/2.4.50", ["sw-version:known-exploited"]),
  banner("nginx-current", "nginx/1.29.3", [], { lacks: ["sw-version"] }),
  banner("no-version", "nginx", [], { lacks: ["sw-version", "http-leak:version"] }),
];

const wordpress = (name: string, version: string, more: Partial<LabState>): LabState => ({
  name,
  area: "versions",
  web: {
    server: "apache",
    files: {
      "/": `<!doctype html><title>Lab</title><meta name="generator" content="WordPress ${version}"><link rel="stylesheet" href="/wp-includes/style.css">\n`,
    },
  },
  finds: [],
  ...more,
});

const applicationStates = [
  wordpress("wordpress-long-ended", "4.6.1", { finds: ["sw-version:end-of-life"] }),
  wordpress("wordpress-line-of-debian", "6.1.9", {
    finds: ["sw-version:perhaps-end-of-life"],
    lacks: NOT_SERIOUS,
  }),
];

export const softwareStates: readonly LabState[] = [
  ...libraryStates,
  ...versionStates,
  ...applicationStates,
];
