import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadData } from "../../data/load-data.ts";
import type { Check } from "../../engine/check.ts";
import { rr } from "../../fixtures/dns/zone.ts";
import { type Examination, examine } from "../../fixtures/examine.ts";
import { fixtureAuthority } from "../../fixtures/pki/fixture-authority.ts";
import { type BannerFixture, startBannerServer } from "../../fixtures/ports/banner-server.ts";
import { portFixtures } from "../../fixtures/ports/port-fixtures.ts";
import { sshBanner } from "../../fixtures/ports/ssh-server.ts";
import { type SiteDescription, SOUND_HEADERS, site } from "../../fixtures/site.ts";
import {
  startHttpServer,
  startTlsServer,
  type TlsServerOptions,
} from "../../fixtures/tls/tls-server.ts";
import {
  type MachineDescription,
  type Starter,
  startWorld,
  type World,
} from "../../fixtures/world.ts";
import type { HttpTemplate } from "../../templates/template.ts";
import { webEach } from "../http/web-each.rule.ts";
import { appPrint } from "./app-print.rule.ts";
import { portAdmin } from "./port-admin.rule.ts";
import { portData } from "./port-data.rule.ts";
import { svcPlain } from "./svc-plain.rule.ts";
import { svcSsh } from "./svc-ssh.rule.ts";
import { swVersion } from "./sw-version.rule.ts";
import { recognised } from "./web/recognised.ts";
import { webServices } from "./web/web-services.ts";

let world: World;
let redis: BannerFixture;
afterAll(() => world.stop());

const GRAFANA = "<title>Grafana</title><script>window.grafanaBootData = {}</script>";
const data = loadData();
const everyPort = data.ports.filter(({ kind }) => kind !== "plain").map(({ port }) => port);
const hangsUp: Starter = (listen) => startBannerServer({ hangsUp: true }, listen);
const WANTS_TLS =
  "HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n";
const mute: Starter = (listen) => startBannerServer({}, listen);
const says =
  (greeting: string): Starter =>
  (listen) =>
    startBannerServer({ greeting, hangsUp: true }, listen);
const answers =
  (reply: string | Buffer): Starter =>
  (listen) =>
    startBannerServer({ reply }, listen);
const talks =
  (greeting: string, reply: string): Starter =>
  (listen) =>
    startBannerServer({ greeting, reply }, listen);
const elsewhere = (port: number, description: SiteDescription): MachineDescription => ({
  ports: { [port]: (listen: object) => startHttpServer(site(description), listen) },
});
const web = (description: SiteDescription): MachineDescription => ({
  ports: { 80: (listen) => startHttpServer(site(description), listen) },
});
const otherTls = (options: TlsServerOptions): MachineDescription => ({
  ports: { 8443: (listen) => startTlsServer("other.ports.test", options, listen) },
});
const server = (value: string) => web({ headers: { server: value } });
const page = (html: string, paths: SiteDescription["paths"] = {}) => web({ html, paths });
/** Under Debian's Apache, which says nothing of where WordPress came from. */
const wordpressAt = (version: string) =>
  web({
    headers: { server: "Apache/2.4.62 (Debian)" },
    html: `<link href="/wp-content/x.css"><meta name="generator" content="WordPress ${version}">`,
  });

const machines: Record<string, MachineDescription> = {
  shut: web({}),
  silent: {},
  plain: page("<title>Plain</title>"),
  databases: {
    ports: {
      3306: portFixtures.mysql.start,
      6379: async (listen) => {
        redis = await startBannerServer({ reply: "-NOAUTH\r\n" }, listen);
        return redis;
      },
    },
  },
  elastic: { ports: { 9200: portFixtures.elasticOpen.start } },
  guarded: { ports: { 9200: portFixtures.elasticClosed.start } },
  "redis-open": { ports: { 6379: answers("+PONG\r\n") } },
  memcached: { ports: { 11211: answers("VERSION 1.6.18\r\n") } },
  "ftp-plain": { ports: { 21: talks("220 ready\r\n", "211-Features:\r\n SIZE\r\n211 End\r\n") } },
  "ftp-tls": { ports: { 21: talks("220 ready\r\n", "211-Features:\r\n AUTH TLS\r\n211 End\r\n") } },
  "pop-plain": { ports: { 110: talks("+OK ready\r\n", "+OK\r\nUSER\r\n.\r\n") } },
  "pop-tls": { ports: { 110: talks("+OK ready\r\n", "+OK\r\nSTLS\r\n.\r\n") } },
  "imap-plain": { ports: { 143: talks("* OK ready\r\n", "* CAPABILITY IMAP4rev1\r\na1 OK\r\n") } },
  "imap-tls": {
    ports: { 143: talks("* OK ready\r\n", "* CAPABILITY IMAP4rev1 STARTTLS\r\na1 OK\r\n") },
  },
  rsync: { ports: { 873: says("@RSYNCD: 31.0\n") } },
  "mqtt-open": { ports: { 1883: answers(Buffer.from([0x20, 2, 0, 0])) } },
  "mqtt-closed": { ports: { 1883: answers(Buffer.from([0x20, 2, 0, 5])) } },
  "ldap-plain": { ports: { 389: answers(Buffer.from("300c02010178070a010204000400", "hex")) } },
  "ldap-tls": { ports: { 389: answers(Buffer.from("300c02010178070a010004000400", "hex")) } },
  "not-ftp": { ports: { 21: says("hello\r\n") } },
  "jenkins-open": elsewhere(8080, {
    headers: { "x-jenkins": "2.401.1" },
    html: '<title>Dashboard [Jenkins]</title><a href="/view/all/newJob">New Item</a>',
  }),
  "jenkins-to-read": elsewhere(8080, {
    headers: { "x-jenkins": "2.401.1" },
    html: '<title>Dashboard [Jenkins]</title><a href="/login?from=%2F">log in</a><div id="tasks"></div>',
  }),
  "jenkins-login": elsewhere(8080, {
    paths: {
      "/": { status: 403, headers: { "x-jenkins": "2.401.1" }, body: "Authentication required" },
    },
  }),
  grafana: elsewhere(3000, {
    html: GRAFANA,
  }),
  jupyter: elsewhere(8888, {
    html: '<title>Home Page - Select or create a notebook</title><body data-base-url="/">',
  }),
  plainweb: elsewhere(8081, {}),
  tools: elsewhere(8080, {
    paths: {
      "/phpmyadmin/": { body: '<title>phpMyAdmin</title><input name="pma_username">' },
      "/adminer.php": { body: "<title>Login - Adminer</title>" },
      "/manager/html": {
        status: 401,
        headers: { "www-authenticate": 'Basic realm="Tomcat Manager Application"' },
      },
    },
  }),
  "tomcat-everywhere": {
    ports: {
      8080: (listen) =>
        startHttpServer((_request, response) => {
          response.writeHead(401, { "www-authenticate": 'Basic realm="Tomcat"' }).end();
        }, listen),
    },
  },
  "silent-data": {
    ports: Object.fromEntries([1521, 5432, 6379, 27017].map((port) => [port, mute])),
  },
  "silent-admin": { ports: { 135: mute, 445: mute, 3389: hangsUp, 23: says("hello\r\n") } },
  // A kubelet, and etcd behind TLS, asked in plain text.
  "tls-admin": { ports: { 10250: answers(WANTS_TLS) } },
  "tls-data": { ports: { 2379: answers(WANTS_TLS) } },
  "asked-data": {
    ports: {
      1433: answers(Buffer.from("0401002b0000010000001a0006010020", "hex")),
      5432: answers("N"),
      5672: answers(Buffer.from("0100000000001c000a000a0009", "hex")),
      9042: answers(Buffer.from("8400000006000000020000", "hex")),
      9092: answers(Buffer.from("\0\0\0\x06kafk\0\0")),
      27017: answers("\x00\x00maxWireVersion\x00"),
    },
  },
  "asked-admin": {
    ports: {
      445: answers(Buffer.from("00000040fe534d42400001", "hex")),
      3389: answers(Buffer.from("030000130ed000001234000209080002000000", "hex")),
    },
  },
  "odd-data": {
    ports: {
      3306: (listen) => startBannerServer({ greeting: "SSH-2.0-OpenSSH_9.9p2\r\n" }, listen),
      5432: (listen) => startHttpServer(site({}), listen),
      6379: (listen) => startHttpServer(site({}), listen),
      9200: (listen) => startHttpServer(site({}), listen),
    },
  },
  "quoting-data": {
    ports: {
      5984: (listen) => startHttpServer(site({ html: 'It says {"couchdb":"Welcome"}.' }), listen),
      7474: (listen) => startHttpServer(site({ html: "<p>A bolt for neo4j" }), listen),
      8086: (listen) => startHttpServer(site({ html: "<p>About influxdb" }), listen),
      9200: (listen) =>
        startHttpServer(
          site({
            html: '<link rel="search" title="OpenSearch"><pre>{"cluster_name":"a","lucene_version":"9"}',
          }),
          listen,
        ),
      27017: (listen) => startHttpServer(site({ html: "<p>All about MongoDB" }), listen),
    },
  },
  // What many a program says: that it wants a password, that it is well, which version it has.
  "common-words": {
    ports: {
      8123: (listen) =>
        startHttpServer(
          site({ paths: { "/": { body: "Ok.\n", headers: { "content-type": "text/plain" } } } }),
          listen,
        ),
      9200: (listen) =>
        startHttpServer(
          site({
            paths: {
              "/": {
                status: 401,
                body: "Unauthorized",
                headers: { "www-authenticate": 'Basic realm="Shop"' },
              },
            },
          }),
          listen,
        ),
    },
  },
  "common-words-admin": {
    ports: {
      23: says("220 mail.ports.test ESMTP, last login: never\r\n"),
      2375: (listen) => startHttpServer(site({ headers: { "api-version": "2.1" } }), listen),
    },
  },
  opensearch: {
    ports: {
      9200: (listen) =>
        startHttpServer(
          site({
            paths: {
              "/": {
                status: 401,
                body: "Unauthorized",
                headers: { "www-authenticate": 'Basic realm="OpenSearch Security"' },
              },
            },
          }),
          listen,
        ),
    },
  },
  "redis-protected": {
    ports: { 6379: says("-DENIED Redis is running in protected mode because\r\n") },
  },
  docker: {
    ports: {
      2375: (listen) =>
        startHttpServer(
          site({ headers: { "api-version": "1.43", server: "Docker/24.0.5 (linux)" } }),
          listen,
        ),
    },
  },
  // Their first letters are those of the service whose port it is.
  "letters-data": {
    ports: {
      3306: talks("+OK\r\n", ""),
      5432: answers("ERR what do you mean\r\n"),
      11211: answers("ERROR\r\n"),
    },
  },
  "own-http": {
    ports: {
      2379: (listen) =>
        startHttpServer(
          site({ paths: { "/version": { status: 200, body: '{"etcdserver":"3.5.9"}' } } }),
          listen,
        ),
      7474: (listen) =>
        startHttpServer(
          site({ html: '{"bolt_routing":"neo4j://a:7687","neo4j_version":"5"}' }),
          listen,
        ),
    },
  },
  "own-winrm": {
    ports: {
      5985: (listen) =>
        startHttpServer(
          site({
            headers: { server: "Microsoft-HTTPAPI/2.0" },
            paths: { "/wsman": { status: 405, body: "" } },
          }),
          listen,
        ),
    },
  },
  "quoting-admin": {
    ports: {
      2375: (listen) =>
        startHttpServer(site({ html: '<p>It says {"message":"page not found"}' }), listen),
      5985: (listen) =>
        startHttpServer(site({ headers: { server: "Microsoft-HTTPAPI/2.0" } }), listen),
    },
  },
  "odd-admin": {
    ports: {
      23: (listen) => startBannerServer({ greeting: "SSH-2.0-OpenSSH_9.9p2\r\n" }, listen),
      3389: (listen) => startHttpServer(site({}), listen),
      5900: (listen) => startHttpServer(site({}), listen),
    },
  },
  "grafana-everywhere": elsewhere(3000, { html: GRAFANA, softNotFound: GRAFANA }),
  "grafana-login": {
    ports: {
      3000: (listen) =>
        startHttpServer((request, response) => {
          if (request.url === "/login") response.end(GRAFANA);
          else response.writeHead(302, { location: "/login" }).end();
        }, listen),
    },
  },
  "adminer-in-404": elsewhere(8080, {
    paths: { "/adminer.php": { body: "<title>Login - Adminer</title>" } },
    notFound: "<title>Login - Adminer</title>",
  }),
  "tools-soft-404": elsewhere(8080, { softNotFound: "<title>Login - Adminer</title>" }),
  "other-tls": otherTls({ pages: site({ headers: SOUND_HEADERS }) }),
  "other-bare": otherTls({ pages: site({}), certificate: { signer: "self-signed" } }),
  "other-exposing": otherTls({
    pages: site({
      headers: { ...SOUND_HEADERS, "set-cookie": "sid=k8Jq2mZ0LcW9xQ4v; HttpOnly; SameSite=Lax" },
      paths: { "/.env": { body: "DB_PASSWORD=kaze2026\n" } },
    }),
  }),
  "other-blocked": otherTls({
    pages: (_request, response) => void response.writeHead(403).end("<title>Forbidden</title>"),
  }),
  "other-redirects": {
    ports: {
      443: (listen) => startTlsServer("other-redirects.ports.test", {}, listen),
      8080: (listen) =>
        startHttpServer((_request, response) => {
          response.writeHead(301, { location: "https://other-redirects.ports.test/" }).end();
        }, listen),
    },
  },
  "other-many": {
    ports: Object.fromEntries(
      [8000, 8008, 8080, 8081, 8888].map((port) => [
        port,
        (listen: object) => startHttpServer(site({ headers: SOUND_HEADERS }), listen),
      ]),
    ),
  },
  traefik: {
    ports: {
      8443: (listen) =>
        startTlsServer(
          "TRAEFIK DEFAULT CERT",
          { certificate: { signer: "self-signed", dnsNames: ["traefik.default"] } },
          listen,
        ),
    },
  },
  plugins: page(
    `<link href="/wp-content/plugins/contact-form-7/includes/css/styles.css?ver=5.7.2">
     <!-- This site is optimized with the Yoast SEO plugin v20.1 - https://yoast.com/ -->`,
  ),
  wordpress: page(
    '<link href="/wp-content/themes/x/style.css"><meta name="generator" content="WordPress 6.4.1">',
    {
      "/wp-login.php": { body: '<form id="loginform"><input name="log" id="user_login">' },
    },
  ),
  "wordpress-of-debian": wordpressAt("6.1.9"),
  "wordpress-copied": wordpressAt("6.2.1"),
  "soft-404": web({ softNotFound: 'pma_username <form id="loginform"><input id="user_login">' }),
  "jquery-late": page('<script src="/app.js"></script>', {
    "/app.js": {
      body: `${"// nothing\n".repeat(60_000)}/*! jQuery v1.12.4 | (c) jQuery Foundation */`,
    },
  }),
  admin: { ports: { 23: portFixtures.telnet.start, 3389: hangsUp } },
  trap: { ports: Object.fromEntries(everyPort.map((port) => [port, hangsUp])) },
  "ssh-sound": { ports: { 22: portFixtures.sshSound.start } },
  "ssh-weak": { ports: { 22: portFixtures.sshWeak.start } },
  "ssh-elsewhere": { ports: { 2222: portFixtures.sshWeak.start } },
  "ssh-one": { ports: { 22: portFixtures.sshVersion1.start } },
  "ssh-both": { ports: { 22: says("SSH-1.99-Old\r\n") } },
  "ssh-other": { ports: { 22: says("220 ftp ready\r\n") } },
  "ssh-mute": { ports: { 22: hangsUp } },
  "ssh-old": {
    ports: {
      22: (listen) => startBannerServer(sshBanner("SSH-2.0-OpenSSH_9.0p1", oldest), listen),
    },
  },
  nginx: server("nginx/1.27.5"),
  "nginx-old": server("nginx/1.15.1"),
  "nginx-debian": server("nginx/1.26.3 (Debian)"),
  "nginx-ubuntu": server("nginx/1.14.0 (Ubuntu)"),
  // The marks stand where no version does.
  "php-beside-mail": {
    ports: {
      25: says("220 mail.ports.test ESMTP Postfix (Ubuntu)\r\n"),
      80: (listen) => startHttpServer(site({ headers: { "x-powered-by": "PHP/7.3.10" } }), listen),
    },
  },
  "php-of-a-panel": web({ headers: { server: "Plesk", "x-powered-by": "PHP/7.3.10" } }),
  "php-alone": {
    ports: {
      25: says("220 ubuntu.ports.test ESMTP\r\n"),
      80: (listen) => startHttpServer(site({ headers: { "x-powered-by": "PHP/7.3.10" } }), listen),
    },
  },
  "apache-hit": server("Apache/2.4.49 (Unix)"),
  jquery: page('<script src="/js/jquery-1.12.4.min.js"></script>'),
  "jquery-renamed": page('<script src="/js/jquery-1.12.4.min.js"></script>', {
    "/js/jquery-1.12.4.min.js": {
      status: 200,
      body: "/*! jQuery v3.7.1 | (c) OpenJS Foundation */",
    },
  }),
  "jquery-inside": page('<script src="/app.js"></script>', {
    "/app.js": { body: "/*! jQuery v1.12.4 | (c) jQuery Foundation */" },
  }),
  bootstrap: page("<script>/*! Lib v1.0.0 */</script>"),
};
const oldest = {
  kex: ["diffie-hellman-group1-sha1"],
  hostKeys: ["ssh-dss"],
  ciphers: ["none"],
  macs: [],
};

beforeAll(async () => {
  const { root } = await fixtureAuthority();
  world = await startWorld({
    trustAnchors: [root.certificate],
    zones: [
      {
        name: "ports.test",
        records: (at) =>
          Object.keys(machines).map((name) => rr(`${name}.ports.test`, "A", at(name))),
      },
    ],
    machines,
  });
});

async function outcomes(check: Check, machine: string, more: Examination = {}) {
  const findings = await examine(world, check, `${machine}.ports.test`, { data, ...more });
  return findings.map((f) => [f.outcome, f.state, f.severity, f.subject]);
}

describe("port-data", () => {
  it.concurrent.each([
    ["shut", "closed", "pass", null, null],
    ["elastic", "unauthenticated", "fail", "critical", "9200"],
    ["guarded", "open", "fail", "high", "9200"],
    ["redis-open", "unauthenticated", "fail", "critical", "6379"],
    ["memcached", "unauthenticated", "fail", "critical", "11211"],
    ["trap", "inconclusive", "inconclusive", null, null],
  ])("%s: %s", async (machine, ...expected) => {
    expect(await outcomes(portData, machine)).toEqual([expected]);
  });
  it("reports each database and sends it nothing but the hello of its list", async () => {
    expect(await outcomes(portData, "databases")).toEqual([
      ["open", "fail", "high", "3306"],
      ["open", "fail", "high", "6379"],
    ]);
    expect(redis.received().toString()).toBe("PING\r\n");
  });
  it("is inconclusive when the budget is used up", async () => {
    const limits = { targetConnections: 1 };
    expect(await outcomes(portData, "databases", { limits })).toEqual([
      ["inconclusive", "inconclusive", null, null],
    ]);
  });
});

it("port-data says that a port is open, and that it could not ask for a password", async () => {
  // Ports that are closed in the fixtures cost nothing.
  const limits = { targetConnections: 1 };
  expect(await outcomes(portData, "redis-open", { limits })).toEqual([
    ["unidentified", "warn", "medium", "6379"],
    ["inconclusive", "inconclusive", null, null],
  ]);
});

describe("another service at the port of a database or of administration", () => {
  it.concurrent.each([
    [portData, "odd-data", ["3306", "5432", "6379", "9200"]],
    [portAdmin, "odd-admin", ["23", "3389", "5900"]],
    [portData, "quoting-data", ["5984", "7474", "8086", "9200", "27017"]],
    [portAdmin, "quoting-admin", ["2375", "5985"]],
    [portData, "common-words", ["8123", "9200"]],
    [portAdmin, "common-words-admin", ["23", "2375"]],
  ] as const)("%o: it is what answers", async (check, machine, ports) => {
    const found = await outcomes(check, machine);
    expect(found.toSorted()).toEqual(
      ports.map((port) => ["other", "info", "info", port]).toSorted(),
    );
  });
});

describe("a port number is no proof", () => {
  it.concurrent.each([
    [portData, "silent-data", ["1521", "5432", "6379", "27017"]],
    [portAdmin, "silent-admin", ["23", "135", "445", "3389"]],
    [portAdmin, "tls-admin", ["10250"]],
    [portData, "tls-data", ["2379"]],
  ] as const)(
    "%o: what says nothing of its own is medium at most",
    async (check, machine, ports) => {
      const found = await outcomes(check, machine);
      const expected = ports.map((port) => ["unidentified", "warn", "medium", port]);
      expect(found.toSorted()).toEqual(expected.toSorted());
    },
  );
  it.concurrent.each([
    [portData, "asked-data", ["1433", "5432", "5672", "9042", "9092", "27017"]],
    [portAdmin, "asked-admin", ["445", "3389"]],
    [portData, "own-http", ["2379", "7474"]],
    [portAdmin, "own-winrm", ["5985"]],
    [portData, "opensearch", ["9200"]],
    [portData, "redis-protected", ["6379"]],
    [portAdmin, "docker", ["2375"]],
  ] as const)("%o: the answer to its own hello is one", async (check, machine, ports) => {
    const found = await outcomes(check, machine);
    expect(found.toSorted()).toEqual(
      ports.map((port) => ["open", "fail", "high", port]).toSorted(),
    );
  });
});

it("port-data takes no first letters for a service", async () => {
  const found = await outcomes(portData, "letters-data");
  expect(found.toSorted()).toEqual([
    ["other", "info", "info", "3306"],
    ["unidentified", "warn", "medium", "11211"],
    ["unidentified", "warn", "medium", "5432"],
  ]);
});

describe("port-admin", () => {
  it("passes when none is open", async () => {
    expect(await outcomes(portAdmin, "shut")).toEqual([["closed", "pass", null, null]]);
  });
  it("reports each open one", async () => {
    expect(await outcomes(portAdmin, "admin")).toEqual([
      ["open", "fail", "high", "23"],
      ["unidentified", "warn", "medium", "3389"],
    ]);
  });
  it("does not believe a trap", async () => {
    expect(await outcomes(portAdmin, "trap")).toEqual([
      ["inconclusive", "inconclusive", null, null],
    ]);
  });
});

describe("svc-plain", () => {
  it.concurrent.each([
    ["shut", "none", "pass", null, null],
    ["ftp-plain", "plain", "fail", "medium", "21"],
    ["ftp-tls", "encrypts", "pass", null, "21"],
    ["pop-plain", "plain", "fail", "medium", "110"],
    ["pop-tls", "encrypts", "pass", null, "110"],
    ["imap-plain", "plain", "fail", "medium", "143"],
    ["imap-tls", "encrypts", "pass", null, "143"],
    ["rsync", "plain", "fail", "medium", "873"],
    ["mqtt-open", "anonymous", "fail", "high", "1883"],
    ["mqtt-closed", "plain", "fail", "medium", "1883"],
    ["ldap-plain", "plain", "fail", "medium", "389"],
    ["ldap-tls", "encrypts", "pass", null, "389"],
    ["not-ftp", "unidentified", "info", "info", "21"],
    ["trap", "inconclusive", "inconclusive", null, null],
  ])("%s: %s", async (machine, ...expected) => {
    expect(await outcomes(svcPlain, machine)).toEqual([expected]);
  });
});

describe("app-print", () => {
  it.concurrent.each([
    ["shut", "none", "pass", null, null],
    ["jenkins-open", "open-high", "fail", "high", "Jenkins 8080"],
    ["jenkins-to-read", "panel-medium", "fail", "medium", "Jenkins 8080"],
    ["jenkins-login", "panel-medium", "fail", "medium", "Jenkins 8080"],
    ["grafana", "panel-medium", "fail", "medium", "Grafana 3000"],
    ["jupyter", "open-high", "fail", "high", "Jupyter 8888"],
    ["wordpress", "panel-medium", "fail", "medium", "WordPress"],
    ["traefik", "present", "info", "info", "Traefik 8443"],
    ["tools-soft-404", "none", "pass", null, null],
    ["grafana-everywhere", "none", "pass", null, null],
    ["grafana-login", "panel-medium", "fail", "medium", "Grafana 3000"],
    ["adminer-in-404", "none", "pass", null, null],
    ["other-redirects", "none", "pass", null, null],
    ["soft-404", "none", "pass", null, null],
  ])("%s: %s", async (machine, ...expected) => {
    expect(await outcomes(appPrint, machine)).toEqual([expected]);
  });

  it("asks for paths at other ports too, each application once", async () => {
    const found = await examine(world, appPrint, "tools.ports.test", { data });
    expect(found.map(({ subject, place }) => [subject, place.url])).toEqual([
      ["Adminer 8080", "http://tools.ports.test:8080/adminer.php"],
      ["phpMyAdmin 8080", "http://tools.ports.test:8080/phpmyadmin/"],
      ["Apache Tomcat Manager 8080", "http://tools.ports.test:8080/manager/html"],
    ]);
  });

  it("recognises by the answer to HEAD, and by nothing that answers everything so", async () => {
    const template: HttpTemplate = {
      ...{ id: "head", kind: "http", name: "Head", product: null, shows: "present" },
      ...{ severity: null, text: { ja: "頭", en: "head" }, source: "https://head.test/" },
      ...{
        method: "HEAD",
        path: "/manager/html",
        endsAt: null,
        status: [401],
        body: [],
        version: null,
      },
      headers: { "www-authenticate": /tomcat/i },
    };
    const byHead: Check = {
      ...appPrint,
      run: async (context) => {
        const services = await webServices(context);
        const found = await Promise.all(services.map((one) => recognised(context, one, template)));
        return { outcome: found.some(Boolean) ? "present" : "none" };
      },
    };
    expect((await outcomes(byHead, "tools"))[0]?.[0]).toBe("present");
    expect((await outcomes(byHead, "tomcat-everywhere"))[0]?.[0]).toBe("none");
  });

  it("says what the template says, in both languages", async () => {
    const [found] = await examine(world, appPrint, "jenkins-open.ports.test", { data });
    expect(found?.summary).toEqual({
      ja: "Jenkinsが、ログインなしで誰にでも操作できる状態です（http://jenkins-open.ports.test:8080/）。",
      en: "Jenkins can be used by anyone, without a login (http://jenkins-open.ports.test:8080/).",
    });
  });

  it("names WordPress plugins with the versions that the page shows", async () => {
    const found = await examine(world, appPrint, "plugins.ports.test", { data });
    const versions = found.map(({ evidence }) =>
      ["service.product", "service.version"].map(
        (name) => evidence.find((fact) => fact.name === name)?.value,
      ),
    );
    expect(versions).toContainEqual(["Contact Form 7", "5.7.2"]);
    expect(versions).toContainEqual(["Yoast SEO", "20.1"]);
  });
});

describe("web-each", () => {
  it.concurrent.each([
    ["shut", "none", "pass", null, null],
    ["elastic", "none", "pass", null, null],
    ["other-tls", "sound", "pass", null, "8443"],
    ["other-redirects", "redirects", "pass", null, "8080"],
    ["other-blocked", "inconclusive", "inconclusive", null, "8443"],
    ["trap", "inconclusive", "inconclusive", null, null],
  ])("%s: %s", async (machine, ...expected) => {
    expect(await outcomes(webEach, machine)).toEqual([expected]);
  });

  it("asks of a service what is asked of the site; its certificate is tls-service's", async () => {
    const found = await outcomes(webEach, "other-bare");
    expect(found.map(([outcome, , , subject]) => [outcome, subject])).toEqual([
      ["medium", "8443 http-hsts absent"],
      ["medium", "8443 http-csp absent"],
      ["medium", "8443 http-frame open"],
      ["low", "8443 http-nosniff missing"],
      ["low", "8443 http-referrer absent"],
    ]);
  });

  it("says what a service in the clear lacks, but not HSTS, which browsers ignore there", async () => {
    const found = await outcomes(webEach, "plainweb");
    expect(found[0]).toEqual(["plain", "fail", "medium", "8081"]);
    expect(found.map(([, , , subject]) => subject)).toContain("8081 http-csp absent");
    expect(found.map(([, , , subject]) => subject)).not.toContain("8081 http-hsts absent");
  });

  it("finds cookies and files there, in the sentences of their own checks", async () => {
    const found = await examine(world, webEach, "other-exposing.ports.test", { data });
    expect(found.map(({ severity, place }) => [severity, place.url])).toEqual([
      ["high", "https://other-exposing.ports.test:8443/"],
      ["critical", "https://other-exposing.ports.test:8443/.env"],
    ]);
    expect(found[1]?.summary).toEqual({
      ja: "ポート8443番のWebサービス：/.envが公開されています。",
      en: "Web service on port 8443: /.env is public.",
    });
  });

  it("names the services that there was no room for", async () => {
    const found = await examine(world, webEach, "other-many.ports.test", { data });
    const [left] = found.filter(({ state }) => state === "inconclusive");
    expect(left?.evidence).toEqual([{ name: "web.unexamined", value: ["8888"] }]);
    expect(left?.summary.en).toContain("8888");
  });
});

describe("svc-ssh", () => {
  it.concurrent.each([
    ["ssh-sound", "modern", "pass", null],
    ["ssh-weak", "weak", "fail", "medium"],
    ["ssh-one", "version-1", "fail", "medium"],
    ["ssh-both", "version-1", "fail", "medium"],
    ["ssh-other", "inconclusive", "inconclusive", null],
    ["ssh-mute", "inconclusive", "inconclusive", null],
    ["shut", "not-applicable", "not-applicable", null],
  ])("%s: %s", async (machine, ...expected) => {
    expect(await outcomes(svcSsh, machine)).toEqual([[...expected, null]]);
  });
  it("finds SSH at another port", async () => {
    expect(await outcomes(svcSsh, "ssh-elsewhere")).toEqual([["weak", "fail", "medium", "2222"]]);
  });
  it("names the weak algorithms and no others", async () => {
    const [finding] = await examine(world, svcSsh, "ssh-weak.ports.test", { data });
    expect(finding?.evidence.find(({ name }) => name === "ssh.weak")?.value).toEqual([
      "diffie-hellman-group1-sha1",
      "ssh-dss",
      "ssh-rsa",
      "3des-cbc",
      "arcfour",
      "hmac-md5",
    ]);
  });
});

describe("sw-version", () => {
  const vulnerability = (cvss: number, knownExploited = false) => ({
    vulnerabilities: [
      {
        product: "nginx",
        id: "CVE-1",
        from: null,
        after: null,
        before: "1.28",
        through: null,
        cvss,
        knownExploited,
        epss: null,
        platform: null,
        side: "server" as const,
      },
    ],
  });
  it.concurrent.each([
    ["nginx", "unremarkable", "pass", null, null],
    ["nginx-ubuntu", "possible", "warn", "medium", "nginx 1.14.0"],
    ["nginx-debian", "maintained-by-distribution", "info", "info", "nginx 1.26.3"],
    ["apache-hit", "known-exploited", "fail", "critical", "apache 2.4.49"],
    ["php-beside-mail", "possible", "warn", "medium", "php 7.3.10"],
    ["php-of-a-panel", "possible", "warn", "medium", "php 7.3.10"],
    ["silent", "inconclusive", "inconclusive", null, null],
  ])("%s: %s", async (machine, ...expected) => {
    expect(await outcomes(swVersion, machine)).toEqual([expected]);
  });
  it("judges the application that the front page names", async () => {
    const [nginx] = vulnerability(9.1).vulnerabilities;
    const vulnerabilities = nginx ? [{ ...nginx, product: "wordpress", before: "6.4.2" }] : [];
    const more = { data: { ...data, vulnerabilities } };
    expect(await outcomes(swVersion, "wordpress", more)).toEqual([
      ["cve-high", "fail", "high", "wordpress 6.4.1"],
    ]);
  });
  it.each([
    ["wordpress-of-debian", "wordpress 6.1.9", "possible", "warn", "medium"],
    ["wordpress-copied", "wordpress 6.2.1", "known-exploited", "fail", "critical"],
  ])("%s: what a server's mark says holds for no application", async (machine, ...expected) => {
    const [nginx] = vulnerability(9.1).vulnerabilities;
    const known = { product: "wordpress", before: "6.4.2", knownExploited: true };
    const vulnerabilities = nginx ? [{ ...nginx, ...known }] : [];
    const found = await outcomes(swVersion, machine, { data: { ...data, vulnerabilities } });
    const [subject, outcome, state, severity] = expected;
    expect(found).toEqual([[outcome, state, severity, subject]]);
  });
  it("shows a probability only where one was published, and what is exploited first", async () => {
    const [one] = vulnerability(5).vulnerabilities;
    const entry = { ...one, product: "nginx", side: "server" as const } as NonNullable<typeof one>;
    const read = async (vulnerabilities: readonly (typeof entry)[]) => {
      const more = { data: { ...data, vulnerabilities } };
      const [found] = await examine(world, swVersion, "nginx-ubuntu.ports.test", more);
      return found;
    };
    const unknown = await read([entry, { ...entry, id: "CVE-2", knownExploited: true }]);
    expect(unknown?.evidence.some(({ name }) => name === "software.epss")).toBe(false);
    expect(unknown?.severity).toBe("medium");
    expect(unknown?.summary.en).toMatch(/may have .* exploited \(CVE-2\)/);
    const cves = unknown?.evidence.find(({ name }) => name === "software.cves")?.value;
    expect(cves).toEqual(["CVE-2", "CVE-1"]);
    const known = await read([{ ...entry, epss: 0.4 as unknown as null }]);
    expect(known?.evidence).toContainEqual({ name: "software.epss", value: 0.4 });
  });
  it("calls what is exploited critical where the tracker says that this package lacks the mend", async () => {
    const [one] = vulnerability(5, true).vulnerabilities;
    const tracked = {
      product: "nginx",
      distribution: "ubuntu 18.04",
      id: "CVE-1",
      status: "open" as const,
      fixedIn: null,
      minor: false,
    };
    const more = { data: { ...data, vulnerabilities: one ? [one] : [], tracker: [tracked] } };
    expect(await outcomes(swVersion, "nginx-ubuntu", more)).toEqual([
      ["known-exploited", "fail", "critical", "nginx 1.14.0"],
    ]);
  });
  it("tells end of life apart from vulnerabilities", async () => {
    expect(await outcomes(swVersion, "nginx-old")).toContainEqual([
      "end-of-life",
      "fail",
      "high",
      "nginx 1.15.1",
    ]);
  });
  it.concurrent.each([
    [9.1, "cve-high", "fail", "high"],
    [7, "cve-high", "fail", "high"],
    [4, "cve-medium", "fail", "medium"],
    [3.9, "cve-low", "warn", "low"],
  ] as const)("CVSS %d: %s", async (cvss, ...expected) => {
    const found = await outcomes(swVersion, "nginx", { data: { ...data, ...vulnerability(cvss) } });
    expect(found).toEqual([[...expected, "nginx 1.27.5"]]);
  });
  it.concurrent.each(["jquery", "jquery-inside", "jquery-late"])(
    "%s: a library by its URL or its text",
    async (machine) => {
      const found = await outcomes(swVersion, machine);
      expect(found).toEqual([["library-medium", "fail", "medium", "jquery 1.12.4"]]);
    },
  );
  it("a file is what stands in it, whatever its name", async () => {
    const found = await outcomes(swVersion, "jquery-renamed");
    expect(found.filter(([outcome]) => outcome?.startsWith("library"))).toEqual([]);
  });
  it.concurrent.each([
    ["critical", "fail", "high"],
    ["high", "fail", "high"],
    ["medium", "fail", "medium"],
    ["low", "warn", "low"],
  ] as const)("a library's severity %s: %s, %s", async (severity, state, shown) => {
    const vulnerabilities = [{ from: null, before: "2", severity, ids: ["CVE-2"] }];
    const contents = ["Lib v(\\d+\\.\\d+\\.\\d+)"];
    const libraries = [{ library: "lib", urls: [], contents, vulnerabilities }];
    const found = await outcomes(swVersion, "bootstrap", { data: { ...data, libraries } });
    expect(found).toEqual([[`library-${shown}`, state, shown, "lib 1.0.0"]]);
  });
  it("has a sentence of its own where nothing names a version", async () => {
    const found = await outcomes(swVersion, "plain");
    expect(found).toEqual([["nothing-announced", "pass", null, null]]);
  });
  it("says of every finding that it is unconfirmed", async () => {
    const findings = await examine(world, swVersion, "apache-hit.ports.test", { data });
    expect(findings.map(({ unconfirmed }) => unconfirmed)).toEqual([true]);
  });
});
