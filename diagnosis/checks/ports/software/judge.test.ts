import { describe, expect, it } from "vitest";
import type { TrackedPackage, Vulnerability } from "../../../data/data-sets.ts";
import { loadData } from "../../../data/load-data.ts";
import { mysqlVersion, softwareIn } from "./banners.ts";
import { judgeSoftware } from "./judge.ts";

const NOW = Date.parse("2026-11-21T00:00:00Z");
const builtIn = loadData();

function judge(banner: string, data = builtIn) {
  const [software] = softwareIn(banner);
  if (software === undefined) throw new Error(`no product in ${banner}`);
  return judgeSoftware(software, data, NOW);
}

/** The servers over which the engine once raised false alarms, and some it was right about. */
describe("by the built-in data", () => {
  it.each([
    ["SSH-2.0-OpenSSH_for_Windows_9.5", [], "a flaw of Linux alone"],
    ["SSH-2.0-OpenSSH_9.6", ["possible"], "it may run anywhere"],
    ["SSH-2.0-OpenSSH_9.8", [], "mended in the portable release of that number"],
    ["SSH-2.0-OpenSSH_9.8p1", [], "the same"],
  ])("%s: %j, %s", (banner, expected) => {
    expect(judge(banner).hits.map(({ certainty }) => certainty)).toEqual(expected);
  });

  it.each([
    ["nginx/1.22.1", null, "possible", "Debian 12's own"],
    ["nginx/1.14.0 (Ubuntu)", null, "possible", "Ubuntu's own"],
    ["Apache/2.4.37 (Red Hat Enterprise Linux)", null, "possible", "an enterprise distribution's"],
    ["Apache/2.4.6 (CentOS)", null, "possible", "an enterprise distribution's"],
    ["nginx/1.14.0", null, "possible", "a number that Ubuntu ships"],
    ["nginx/1.15.1", "2020-04-23", "upstream", "nobody's but its publisher's"],
    ["Apache/2.4.49 (Unix)", null, "upstream", "the publisher's own build"],
    ["Apache/2.4.57", null, "possible", "within what Debian went through"],
    ["Apache/2.4.65", null, "possible", "the same, and later"],
    ["Apache/2.4.50", null, "upstream", "between two of Debian's"],
    ["PHP/7.4.28", null, "possible", "within Debian 11's range"],
    ["PHP/7.3.33", null, "possible", "the last of its line, which CloudLinux mends"],
    ["PHP/7.3.32", "2021-12-06", "upstream", "nobody's but its publisher's"],
    ["PHP/7.2.24-0ubuntu0.18.04.17", null, "possible", "Ubuntu's mark inside the number"],
    ["PHP/8.0.30-1+ubuntu22.04.1+deb.sury.org+1", null, "possible", "a maintainer's mark"],
    ["PHP/7.3.33-8+0~20230907.86+debian11~1.gbp", null, "possible", "a mark in the revision"],
    ["Apache/2.4.49 (Unix) mod_bwlimited/1.4", null, "possible", "a mark far behind"],
    ["Apache/2.4.48-1.el8_4", null, "possible", "an enterprise distribution's revision"],
    ["Apache/2.4.48 ()", null, "possible", "Amazon Linux's, which leaves its name out"],
    ["Apache/2.4.33", null, "possible", "an enterprise distribution's number"],
    ["nginx/1.20.0", null, "possible", "Amazon Linux 2's number"],
    ["PHP/8.1.33", null, "possible", "a line that two distributions go on mending"],
    ["Apache Tomcat/9.0.16", null, "possible", "a number that Ubuntu ships"],
    ["OpenSSL/1.0.2k-fips", null, "possible", "an enterprise distribution's"],
    // Its releases go on by letters, and whoever pays goes on getting them.
    ["OpenSSL/1.0.1i", "2016-12-31", "upstream", "nobody's but its publisher's"],
    ["OpenSSL/1.0.2t", null, "possible", "within Debian 9's range"],
    ["OpenSSL/1.0.2h", "2019-12-31", "upstream", "nobody's but its publisher's"],
    ["OpenSSL/1.0.2zg", null, "possible", "of the publisher's own later support"],
    ["OpenSSL/1.1.1w", null, "possible", "Debian 11's"],
    ["OpenSSL/1.1.1za", null, "possible", "of the publisher's own later support"],
    ["OpenSSL/1.1.0c", "2019-09-11", "upstream", "nobody's but its publisher's"],
    ["SSH-2.0-OpenSSH_8.9p1", null, "possible", "Ubuntu's number without its mark"],
    ["SSH-2.0-OpenSSH_9.1p1", null, "possible", "Alpine's number"],
    ["Apache Tomcat/9.0.58", null, "possible", "a number that Ubuntu ships"],
    ["Apache Tomcat/9.0.50", null, "upstream", "nobody's but its publisher's"],
    ["PHP/8.1.20", "2025-12-31", "possible", "a weakness of Windows, platform unknown"],
    [
      "Apache/2.4.50 (ALT Linux)",
      null,
      "possible",
      "a distribution that no list names, in brackets",
    ],
    ["Apache/2.4.49 (Hinagiku)", null, "possible", "a builder that nobody knows, in brackets"],
    ["nginx/1.15.1 (Hinagiku)", null, "possible", "the same"],
    ["Apache/2.4.49 (Win64) OpenSSL/1.1.1l", null, "upstream", "the publisher's own for Windows"],
    ["IBM_HTTP_Server/6.0.2 Apache/2.2.8 (Unix)", null, "possible", "what another made of it"],
    ["1.1 shop (Apache/2.4.49)", null, "upstream", "a proxy's own name before it"],
    ["220 (vsFTPd 2.3.4)", null, "possible", "the sound copies have that number too"],
    ["PHP/7.3.32-nmm1", null, "possible", "a hosting company's revision"],
    ["PHP/7.1.0RC3", "2019-12-01", "upstream", "the publisher's own trial"],
  ])("%s: support ended %s, %s (%s)", (banner, endedOn, certainty, _whose) => {
    const verdict = judge(banner);
    expect(verdict.endedOn).toBe(endedOn);
    const known = new Set(verdict.hits.map((hit) => hit.certainty));
    expect([...known].filter((one) => one !== certainty)).toEqual([]);
  });

  it.each([
    ["SSH-2.0-OpenSSH_9.3p1", null],
    ["SSH-2.0-OpenSSH_9.3p1 hpn14v15", "another builder"],
    ["SSH-2.0-OpenSSH_9.0 NetBSD_Secure_Shell-20220604", "another"],
    ["SSH-2.0-OpenSSH_for_Windows_9.5", null],
    ["220 (vsFTPd 2.3.5+ (ext.1))", "another builder"],
    ["220 mail-r2 ESMTP Exim 4.88", null],
  ])("%s is of %s", (banner, distribution) => {
    expect(softwareIn(banner)[0]?.distribution).toBe(distribution);
  });

  it.each([
    ["5.5.20-log", "2018-12-31"],
    ["5.5.20", "2018-12-31"],
    ["5.5.20-google-log", null],
    ["5.5.20-48.1", null],
    ["5.5.20-rds.20240529", null],
    ["5.5.20-0ubuntu0.18.04.1", null],
  ])("MySQL %s ended on %s", (version, endedOn) => {
    const software = mysqlVersion(Buffer.from(`\x4a\0\0\0\x0a${version}\0rest`, "latin1"));
    expect(software && judgeSoftware(software, builtIn, NOW).endedOn).toBe(endedOn);
  });

  it("the flaw of an agent is none of a server", () => {
    const ids = judge("SSH-2.0-OpenSSH_9.0p1").hits.map(({ vulnerability }) => vulnerability.id);
    expect(ids).toEqual(["CVE-2024-6387"]);
  });

  it("a flaw on Windows is none under Unix", () => {
    const hits = (platform: string) => judge(`PHP/8.1.20 (${platform})`).hits;
    expect(hits("Unix")).toEqual([]);
    expect(hits("Win64").map(({ certainty }) => certainty)).toEqual(["upstream"]);
  });

  it("a number that Debian ships is its publisher's build on Windows all the same", () => {
    const certainties = (platform: string) =>
      judge(`PHP/8.2.10 (${platform})`).hits.map(({ certainty }) => certainty);
    expect(certainties("Win64")).toEqual(["upstream"]);
    expect(judge("PHP/8.2.10 (Win64)").distributions).toEqual([]);
    expect(judge("PHP/8.2.10 (Unix)").distributions).toContain("debian 12");
  });
});

/** Nothing on the page tells a distribution's package from the publisher's copy. */
describe("an application whose line a distribution ships", () => {
  const weakness: Vulnerability = {
    product: "wordpress",
    id: "CVE-2026-0001",
    from: "4.0",
    after: null,
    before: "6.9",
    through: null,
    cvss: 9.8,
    knownExploited: true,
    epss: null,
    platform: null,
    side: "server",
  };
  const releases = ["4.6", "6.1", "6.2"].map((cycle) => ({
    product: "wordpress",
    cycle,
    endOfLife: "2026-01-01",
  }));
  const tracker: TrackedPackage[] = ["open", "not-affected"].map((status, index) => ({
    product: "wordpress",
    distribution: index === 0 ? "debian 12" : "debian 13",
    id: weakness.id,
    status: status as "open",
    fixedIn: null,
    minor: false,
  }));
  it.each([
    ["6.1.9", null, "2026-01-01", "possible"],
    ["6.8.5", null, null, "possible"],
    ["6.1", "2026-01-01", null, "upstream"],
    ["6.2.3", "2026-01-01", null, "upstream"],
    ["4.6.1", "2026-01-01", null, "upstream"],
  ])("WordPress %s: ended %s, perhaps %s, %s", (version, endedOn, perhapsEndedOn, certainty) => {
    const page = { product: "wordpress", version, distribution: null, packageVersion: null };
    const software = { ...page, platform: null, isApplication: true };
    const data = { ...builtIn, releases, tracker, vulnerabilities: [weakness] };
    const verdict = judgeSoftware(software, data, NOW);
    expect(verdict).toMatchObject({ endedOn, perhapsEndedOn });
    expect(verdict.hits.map((hit) => hit.certainty)).toEqual([certainty]);
  });
});

const flaw: Vulnerability = {
  product: "openssh",
  id: "CVE-2024-6387",
  from: "8.5p1",
  after: null,
  before: "9.8p1",
  through: null,
  cvss: 8.1,
  knownExploited: false,
  epss: null,
  platform: null,
  side: "server",
};

describe("with a distribution's tracker", () => {
  const tracked = (more: Partial<TrackedPackage>): TrackedPackage => ({
    product: "openssh",
    distribution: "debian 12",
    id: flaw.id,
    status: "fixed",
    fixedIn: "1:9.2p1-2+deb12u3",
    minor: false,
    ...more,
  });
  const data = (more: Partial<TrackedPackage> = {}) => ({
    ...builtIn,
    vulnerabilities: [flaw],
    tracker: [tracked(more)],
  });
  it.each([
    ["SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u2", {}, "package"],
    ["SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3", {}, undefined],
    ["SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u7", {}, undefined],
    ["SSH-2.0-OpenSSH_9.2p1 Debian-2", {}, "package"],
    ["SSH-2.0-OpenSSH_9.2p1", {}, "possible"],
    ["SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u2", { status: "open", fixedIn: null }, "package"],
    ["SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u2", { status: "open", minor: true }, undefined],
    ["SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u2", { status: "not-affected" }, undefined],
    ["SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u2", { distribution: "debian 11" }, "possible"],
    ["SSH-2.0-OpenSSH_8.9p1 Ubuntu-3ubuntu0.6", {}, "possible"],
    ["SSH-2.0-OpenSSH_9.1", {}, "upstream"],
  ] as const)("%s %j: %s", (banner, more, certainty) => {
    expect(judge(banner, data(more)).hits[0]?.certainty).toBe(certainty);
  });

  it("knows when a distribution's own support is over", () => {
    const releases = [{ product: "debian", cycle: "10", endOfLife: "2024-06-30" }];
    const verdict = judge("SSH-2.0-OpenSSH_7.9p1 Debian-10+deb10u2", { ...builtIn, releases });
    expect(verdict).toMatchObject({ endedOn: null, distributionEnded: { name: "debian 10" } });
  });
});
