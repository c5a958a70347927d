import { describe, expect, it } from "vitest";
import { allChecks } from "../checks/registry.ts";
import type { Fact, Finding } from "../engine/finding.ts";
import { dmarcSteps } from "./recipes/dmarc-steps.ts";
import { isSeen, type SeenAsset } from "./recipes/seen.ts";
import { mergedSpf } from "./recipes/spf-merge.ts";
import { exampleRecipes, recipesFor } from "./recipes.ts";

describe("the SPF record that follows", () => {
  it.each([
    [[], null, "v=spf1 mx ~all"],
    [["v=spf1 a mx ?all"], null, "v=spf1 a mx ~all"],
    [["v=spf1 a mx all"], null, "v=spf1 a mx ~all"],
    [["v=spf1 a mx"], null, "v=spf1 a mx ~all"],
    // What stands behind "all" was never looked at, and does not begin to count; behind "+all" it passed as well.
    [["v=spf1 a ?all ip4:192.0.2.0/24 exp=why.x.test"], null, "v=spf1 a exp=why.x.test ~all"],
    [["v=spf1 a +all ip4:192.0.2.0/24"], null, "v=spf1 a ip4:192.0.2.0/24 ~all"],
    [["v=spf1 all mx a"], null, "v=spf1 mx a ~all"],
    [["v=spf1 +all redirect=x.test"], null, "v=spf1 ~all"],
    // Beside "all" nobody follows a redirect.
    [["v=spf1 redirect=a.test", "v=spf1 mx -all"], null, "v=spf1 include:a.test mx -all"],
    [
      ["v=spf1 include:gone.test mx redirect=b.test"],
      "include:gone.test",
      "v=spf1 mx redirect=b.test",
    ],
    // Whose only sender is gone has its own mail marked and not turned away.
    [["v=spf1 include:gone.test -all"], "include:gone.test", "v=spf1 ~all"],
    [["v=spf1 -all", "v=spf1 -all"], null, "v=spf1 -all"],
    [["V=SPF1 a  MX ?ALL "], null, "v=spf1 a MX ~all"],
    [["v=spf1 a mx -all;"], "-all;", "v=spf1 a mx ~all"],
    [["v=spf1 mx -all -all"], null, "v=spf1 mx -all"],
    [["v=spf1 a -all", "v=spf1 mx -all"], null, "v=spf1 a mx -all"],
    [["v=spf1 a -all", "v=spf1 a mx ~all"], null, "v=spf1 a mx ~all"],
    [["v=spf1 include:gone.test mx -all"], "include:gone.test", "v=spf1 mx -all"],
    [["v=spf1 ipv4:192.0.2.1 foo mx -all"], "ipv4:192.0.2.1", "v=spf1 mx -all"],
    [["v=spf1 exp=a.test exp=b.test mx -all"], null, "v=spf1 exp=a.test mx -all"],
    [["v=spf1 redirect=gone.test"], "redirect=gone.test", "v=spf1 ~all"],
    // The fault is in the record that it refers to, or there is none.
    [["v=spf1 redirect=x.test"], null, null],
    [["v=spf1 mx -all"], null, null],
    [["v=spf1 ip4:0.0.0.0/0 -all"], null, null],
  ])("from %j without %s is %s", (records, faulty, expected) => {
    expect(mergedSpf(records, faulty)).toBe(expected);
  });
});

describe("the DMARC records to publish one after the other", () => {
  it.each([
    [[], ["p=none", "p=quarantine", "p=reject"]],
    [["v=DMARC1; p=none"], ["p=none", "p=quarantine", "p=reject"]],
    [["v=DMARC1; p=none; rua=mailto:r@x.test"], ["p=quarantine", "p=reject"]],
    [["v=DMARC1; p=rejct; rua=mailto:r@x.test"], ["p=none", "p=quarantine", "p=reject"]],
    [["v=DMARC1; p=quarantine; rua=mailto:r@x.test"], ["p=reject"]],
    [["v=DMARC1; p=reject; t=y; rua=mailto:r@x.test"], ["p=quarantine", "p=reject"]],
    [["v=DMARC1; p=reject; rua=mailto:r@x.test"], []],
    // Reports that go nowhere are none.
    [["v=DMARC1; p=none; rua=http://x.test"], ["p=none", "p=quarantine", "p=reject"]],
    [["v=DMARC1; p=none; rua="], ["p=none", "p=quarantine", "p=reject"]],
    [["v=DMARC1; p=none; rua=mailto:r@x.test , https://x.test"], ["p=quarantine", "p=reject"]],
  ])("from %j: %j", (published, policies) => {
    const steps = dmarcSteps(published, "dmarc@x.test");
    expect(steps.map((step) => /p=\w+/.exec(step)?.[0])).toEqual(policies);
    for (const step of steps) expect(step).toMatch(/; rua=mailto:(?:r|dmarc)@x\.test$/);
  });

  it("keep what is published, and never ask for less", () => {
    expect(
      dmarcSteps(["v=DMARC1; p=reject; sp=none; adkim=s; rua=mailto:r@x.test"], "d@x.test"),
    ).toEqual([
      "v=DMARC1; p=reject; sp=quarantine; rua=mailto:r@x.test; adkim=s",
      "v=DMARC1; p=reject; rua=mailto:r@x.test; adkim=s",
    ]);
    expect(dmarcSteps(["v=DMARC1; p=reject; np=none; rua=mailto:r@x.test"], "d@x.test")).toEqual([
      "v=DMARC1; p=reject; rua=mailto:r@x.test",
    ]);
  });
});

const finding = (
  check: string,
  evidence: readonly Fact[],
  more: Partial<Finding> = {},
): Finding => ({
  key: "",
  check,
  category: allChecks.find(({ id }) => id === check)?.category ?? "dns",
  asset: "host:shop.example.jp",
  place: { host: "shop.example.jp" },
  state: "fail",
  severity: "medium",
  outcome: "absent",
  subject: null,
  summary: { ja: "", en: "" },
  evidence,
  unconfirmed: false,
  cap: null,
  bonus: 0,
  observedAt: "",
  ...more,
});
const asset = (id: string, more: Partial<SeenAsset>): SeenAsset => ({
  id,
  name: id,
  product: null,
  certificate: null,
  foundBy: [],
  ...more,
});
const made = (one: Finding, assets: readonly SeenAsset[] = [], ...openChecks: string[]) =>
  recipesFor(one, { domain: "example.jp", assets, openChecks: new Set(openChecks) });
const textFor = (product: string, ...given: Parameters<typeof made>) =>
  made(...given).find((one) => one.product === product)?.text;

describe("a finding's recipes", () => {
  it("give the address to where an alias leads, if it is the domain's own, and to whom it lacks", () => {
    const lacking = (missing: readonly string[], without: readonly string[]) =>
      finding("net-ipv6", [
        { name: "ipv6.missing", value: missing },
        { name: "ipv6.without", value: without },
      ]);
    const mail = lacking(["mail"], ["relay.example.jp", "mx.provider.test"]);
    expect(made(mail).map(({ product, text }) => [product, text])).toEqual([
      ["BIND", "relay.example.jp. IN AAAA 2001:db8::80"],
      ["Postfix", "inet_protocols = all"],
    ]);
    expect(made(lacking(["web"], ["edge.provider.test"]))).toEqual([]);
    expect(textFor("nginx", lacking(["web"], ["example.jp"]))).toContain("[::]:443");
  });

  it("set TLS at the port where it was seen, for what answers there", () => {
    const at = (port: number, service: string, outcome: string, check?: string) =>
      finding(
        "tls-service",
        [
          { name: "tls.service", value: service },
          ...(check === undefined ? [] : [{ name: "tls.check", value: check }]),
        ],
        { outcome, place: { host: "shop.example.jp", port } },
      );
    const web = at(8443, "HTTPS alternative", "old-versions");
    expect(textFor("nginx", web)).toBe(
      "# server { listen 8443 ssl; }\nssl_protocols TLSv1.2 TLSv1.3;",
    );
    expect(textFor("Apache", web)).toMatch(/^# <VirtualHost \*:8443>\nSSLProtocol /);
    expect(textFor("Postfix", web)).toBeUndefined();
    const weak = at(9443, "HTTPS alternative", "high", "tls-weak");
    expect(textFor("nginx", weak)).toMatch(/listen 9443 ssl.*\nssl_ciphers ECDHE/);
    const key = at(8443, "HTTPS alternative", "short-key");
    expect(textFor("Certbot", key)).toContain("--key-type ecdsa");
    const expired = at(8443, "HTTPS alternative", "expired");
    expect(textFor("Caddy", expired)).toMatch(/^shop\.example\.jp:8443 \{/);
    for (const [port, service, ...products] of [
      [993, "IMAP (TLS)", "Dovecot"],
      [465, "Mail submission (TLS)", "Postfix"],
      [21, "FTP", "vsftpd"],
      [636, "LDAP (TLS)", "OpenLDAP", "OpenLDAP (Debian, Ubuntu)"],
      [8883, "MQTT (TLS)", "Mosquitto"],
    ] as const)
      expect(made(at(port, service, "expired")).map((one) => one.product)).toEqual(products);
  });

  it("hide at another port what would be hidden at the site", () => {
    const subject = "8443 exp-files critical /.env";
    const file = finding("web-each", [{ name: "web.check", value: "exp-files" }], { subject });
    expect(textFor("nginx", file)).toMatch(/^location = \/\.env \{ return 404; \}\n/);
    expect(textFor("nginx", finding("web-each", []))).toContain("deny all");
  });

  it("set in one block what is missing at its host, and nothing that is there", () => {
    const hsts = finding("http-hsts", []);
    expect(textFor("nginx", hsts, [], "http-hsts", "http-nosniff")?.split("\n")).toEqual([
      'add_header Strict-Transport-Security "max-age=31536000" always;',
      'add_header X-Content-Type-Options "nosniff" always;',
    ]);
    // A policy that is there is not replaced for the sake of frames.
    expect(textFor("Apache", finding("http-frame", []))).toBe(
      'Header always set X-Frame-Options "SAMEORIGIN"',
    );
    // Of two in nginx the application's own would count.
    const short = finding("http-hsts", [{ name: "hsts.header", value: "max-age=300" }]);
    expect(textFor("nginx", short)).toMatch(/^proxy_hide_header Strict-Transport-Security;\n/);
  });

  it("send nobody to encryption that is not there", () => {
    const plain = finding("http-redirect", [], { outcome: "plain" });
    expect(textFor("nginx", plain)).toMatch(/^server \{\n {2}listen 80;/);
    const without = textFor("nginx", plain, [], "http-none", "http-redirect");
    expect(without).toMatch(/^listen 443 ssl;/);
    expect(without).toBe(textFor("nginx", finding("http-none", [])));
  });

  it("get a certificate where Certbot has none to renew", () => {
    const trust = finding("cert-trust", [], { outcome: "self-signed" });
    expect(textFor("Certbot", trust)).toMatch(/^certbot certonly -d shop\.example\.jp\n/);
    const ended = finding("cert-expiry", [], { outcome: "expired" });
    expect(textFor("Certbot", ended)).toMatch(/^certbot renew\n/);
    expect(textFor("Certbot", ended)).not.toContain("--dry-run");
  });

  it("renew what time ends, and make a new key where the key is at fault", () => {
    const certificate = (check: string, outcome: string) => finding(check, [], { outcome });
    expect(textFor("Certbot", certificate("cert-each", "expired"))).not.toContain("--key-type");
    expect(textFor("Certbot", certificate("cert-each", "short-key"))).toContain("--key-type ecdsa");
    expect(textFor("Certbot", certificate("cert-revoked", "revoked"))).toContain("--key-type");
    // A staple is the server's to fetch: another key would have none either.
    expect(textFor("nginx", certificate("cert-revoked", "must-staple"))).toContain(
      "ssl_stapling on;",
    );
  });

  it("have the form in which Cloudflare is set: the way through its menus, then a field a line", () => {
    for (const { id } of allChecks)
      for (const { product, text } of exampleRecipes(id)) {
        if (product !== "Cloudflare") continue;
        const [way = "", ...fields] = text.split("\n");
        expect(way, id).toMatch(/^[A-Z][^\n>]+ > [A-Za-z]|^(?:MX|TXT) /);
        if (way.endsWith("Add record"))
          expect(fields.slice(0, 2).map((field) => field.split(":")[0])).toEqual(["Type", "Name"]);
      }
  });

  it("name the finding's own host, record and authority", () => {
    const alias = finding("dns-dangling", [{ name: "dns.aliasTarget", value: "gone.cdn.example" }]);
    expect(textFor("nsupdate", alias)).toBe("update delete shop.example.jp CNAME\nsend");
    expect(textFor("BIND", alias)).toBe("; shop.example.jp. IN CNAME gone.cdn.example.");
    const names = { name: "cert.names", value: ["www.example.jp", "*.example.jp"] };
    expect(textFor("Certbot", finding("cert-name", [names]))).toBe(
      "certbot certonly --expand -d www.example.jp -d '*.example.jp' -d shop.example.jp",
    );
    const issuer = (text: string) =>
      asset("host:a", {
        certificate: { fingerprint: "", subject: "", issuer: text, notAfter: "" },
      });
    const caa = finding("dns-caa", []);
    expect(textFor("BIND", caa, [issuer("O=JPRS\nO=Japan Registry Services Co., Ltd.")])).toContain(
      'issue "jprs.jp"',
    );
    // A wrong authority would bar the next renewal.
    expect(textFor("BIND", caa, [issuer("O=House CA")])).toContain('issue "authority.example"');
  });

  it("begin with what was seen: the host's software, or who serves the zone", () => {
    const assets = [
      asset("host:shop.example.jp", { product: "nginx" }),
      asset("host:other.example.jp", { product: "Caddy" }),
      asset("host:ada.ns.cloudflare.com", {
        name: "ada.ns.cloudflare.com",
        foundBy: [{ source: "ns", at: "example.jp", evidence: "ada.ns.cloudflare.com" }],
      }),
    ];
    const seen = (one: Finding) =>
      made(one, assets)
        .filter(({ isSeen: is }) => is)
        .map(({ product }) => product);
    expect(seen(finding("http-hsts", []))).toEqual(["nginx"]);
    expect(seen(finding("mail-spf", []))).toEqual(["Cloudflare"]);
    expect(made(finding("mail-spf", []), assets)[0]?.product).toBe("Cloudflare");
    const redis = finding("port-data", [
      { name: "port.service", value: "Redis" },
      { name: "port.number", value: 6380 },
    ]);
    expect(made(redis)[0]).toMatchObject({ product: "Redis", isSeen: true });
    // Its own network still gets in, and nothing is said of other databases.
    expect(textFor("nftables", redis)).toContain("10.0.0.0/8");
    expect(textFor("nftables", redis)?.match(/tcp dport \{ 6380 \} drop$/gm)).toHaveLength(2);
    expect(made(redis).map(({ product }) => product)).toEqual(["Redis", "nftables"]);
    expect(made(finding("svc-plain", [], { place: { host: "h", port: 873 } })).length).toBe(1);
    expect(isSeen("Apache", ["Apache Tomcat 9"])).toBe(false);
  });

  it("take from SSH what was found there, and leave what its version has", () => {
    const weak = [
      "diffie-hellman-group1-sha1",
      "ssh-dss",
      "3des-cbc",
      "hmac-md5",
      "x y\nPermitRootLogin yes",
    ];
    const found = finding("svc-ssh", [{ name: "ssh.weak", value: weak }], { outcome: "weak" });
    expect(textFor("OpenSSH", found)?.split("\n")).toEqual([
      "KexAlgorithms -diffie-hellman-group1-sha1",
      "HostKeyAlgorithms -ssh-dss",
      "Ciphers -3des-cbc",
      "MACs -hmac-md5",
    ]);
  });

  it("end what keeps another from working", () => {
    // A policy that lets everybody frame the page is asked before any other header.
    const policy = { name: "csp.policy", value: ["default-src 'self'; frame-ancestors *"] };
    expect(textFor("Caddy", finding("http-frame", [policy]))).toBe(
      "header Content-Security-Policy \"default-src 'self'; frame-ancestors 'self'\"",
    );
    const odd = { name: "csp.policy", value: ['frame-ancestors *; report-uri "$x'] };
    expect(textFor("Caddy", finding("http-frame", [odd]))).toContain("X-Frame-Options");
    // Files whose names give nothing away are named.
    const file = finding("exp-files", [], { subject: "/actuator/env" });
    expect(textFor("nginx", file)).toMatch(/^location = \/actuator\/env \{ return 404; \}\n/);
    // No policy helps while SPF lets everybody pass, and that is nothing this record's owner can edit.
    const open = finding(
      "mail-spoof",
      [{ name: "spf.record", value: ["v=spf1 ip4:0.0.0.0/0 -all"] }],
      { outcome: "passes-all" },
    );
    expect(made(open)).toEqual([]);
    // Beside an alias a name has no other records.
    expect(made(finding("dns-caa", []), [], "dns-alias")).toEqual([]);
    expect(made(finding("mail-dmarc", []), [], "dns-alias")).not.toEqual([]);
  });

  it("begin MTA-STS with reports, keep the servers that it names, and change its id", () => {
    const sts = (outcome: string, facts: readonly Fact[]) =>
      made(finding("mail-mtasts", facts, { outcome }));
    const policy = "https://mta-sts.example.jp/.well-known/mta-sts.txt";
    const text = (found: ReturnType<typeof sts>, product: string) =>
      found.find((one) => one.product === product)?.text ?? "";
    const hosts = { name: "mx.hosts", value: ["mx1.example.jp", "mx.provider.jp"] };
    const first = sts("absent", [hosts]);
    expect(text(first, policy).split("\n")).toEqual([
      "version: STSv1",
      "mode: testing",
      "mx: mx1.example.jp",
      "mx: mx.provider.jp",
      "max_age: 604800",
    ]);
    expect(text(first, `${policy} (+14 d)`)).toContain("mode: enforce");
    expect(text(first, "BIND")).toBe(
      'mta-sts.example.jp. IN A 192.0.2.80\n_mta-sts.example.jp. IN TXT "v=STSv1; id=1"\n; +14 d: _mta-sts.example.jp. IN TXT "v=STSv1; id=2"',
    );
    const published = [
      hosts,
      { name: "mtasts.id", value: "20260101T00" },
      { name: "mtasts.mode", value: "enforce" },
      { name: "mtasts.listed", value: ["*.provider.jp", "old.example.jp"] },
      { name: "mtasts.unlisted", value: ["mx1.example.jp"] },
    ];
    const other = sts("mx-mismatch", published);
    expect(other.map(({ product }) => product).sort()).toEqual(["BIND", policy].sort());
    expect(text(other, policy)).toContain(
      "mode: enforce\nmx: *.provider.jp\nmx: old.example.jp\nmx: mx1.example.jp\n",
    );
    expect(text(other, "BIND")).toContain('"v=STSv1; id=20260101T001"');
  });

  it("sign a zone that has no keys, and otherwise mend what the parent says", () => {
    const dnssec = (outcome: string, keys: boolean) =>
      made(finding("dns-dnssec", [{ name: "dnssec.keys", value: keys }], { outcome })).map(
        ({ product }) => product,
      );
    const whole = ["BIND", "Knot", "PowerDNS", "DS", "Cloudflare"];
    expect(dnssec("unsigned", false)).toEqual(whole);
    expect(dnssec("no-ds", true)).toEqual(["DS"]);
    expect(dnssec("ds-mismatch", true)).toEqual(["DS"]);
    expect(dnssec("ds-mismatch", false)).toEqual(whole);
    expect(dnssec("expired", true)).toEqual(whole);
    const tlsa = (outcome: string) =>
      made(finding("mail-dane", [], { outcome })).map(({ product }) => product);
    expect(tlsa("absent")).toEqual(["OpenSSL", "BIND", "Certbot"]);
    // What the records promise is missing, not the records.
    expect(tlsa("unencrypted")).toEqual(["Postfix", "Exim"]);
    expect(tlsa("unsigned")).toEqual([]);
  });

  it("never carry what strangers wrote into a shell or a configuration", () => {
    const hostile = [
      "x.example; rm -rf /",
      '"; } evil {',
      "$(id).example",
      "a\nb.example",
      "</style>",
    ];
    const names = [
      "dns.aliasTarget",
      "lapsed.name",
      "dmarc.foundAt",
      "cert.names",
      "mtasts.unlisted",
      "mtasts.listed",
      "mtasts.id",
      "mx.hosts",
      "dns.privateAddresses",
      "sri.urls",
      "mixed.activeUrls",
      "mixed.passiveUrls",
      "isolation.missing",
    ];
    for (const { id } of allChecks)
      for (const text of hostile) {
        const facts = names.map((name) => ({ name, value: [text] }));
        for (const recipe of made(finding(id, facts, { subject: text })))
          expect(recipe.text, `${id}: ${recipe.product}`).not.toContain(text);
      }
    const quoted = finding("mail-dmarc", [
      {
        name: "dmarc.record",
        value: 'v=DMARC1; p=none; x="\\\nwww IN A 192.0.2.66\u3042; rua=mailto:a@b.test',
      },
    ]);
    expect(textFor("BIND", quoted)).toContain('x=\\"\\\\\\010www IN A 192.0.2.66\\227\\129\\130"');
  });
});
