import { describe, expect, it } from "vitest";
import { nmapFacts } from "./nmap.ts";
import { observatoryFacts } from "./observatory.ts";
import { sslscanFacts } from "./sslscan.ts";
import { testsslFacts } from "./testssl.ts";

/* Each adapter reads a shortened piece of its tool's real output. */

it("reads sslscan's XML", () => {
  const facts = sslscanFacts(`
    <protocol type="ssl" version="3" enabled="0" /><protocol type="tls" version="1.0" enabled="1" />
    <renegotiation supported="1" secure="1" />
    <cipher status="accepted" sslversion="TLSv1.0" bits="128" cipher="AES128-SHA" id="0x002F" />
    <cipher status="accepted" sslversion="TLSv1.2" bits="0" cipher="NULL-SHA256" id="0x003B" />
    <cipher status="accepted" sslversion="TLSv1.2" bits="128" cipher="ADH-AES128-GCM-SHA256" />
    <certificate type="short"><signature-algorithm>ecdsa-with-SHA256</signature-algorithm>
    <pk error="false" type="RSA" bits="2048" /><self-signed>false</self-signed><expired>true</expired>`);
  expect(Object.fromEntries(facts)).toEqual({
    "protocol:ssl3": false,
    "protocol:tls1.0": true,
    "tls.secureRenegotiation": true,
    "cipher.null": true,
    "cipher.anonymous": true,
    "cipher.export": false,
    "cipher.rc4": false,
    "cipher.3des": false,
    "cipher.aead": true,
    "cipher.forwardSecrecy": false,
    "cipher.staticRsa": true,
    "cert.keyType": "RSA",
    "cert.keyBits": 2048,
    "cert.signatureHash": "sha256",
    "cert.selfSigned": false,
    "cert.expired": true,
  });
});

describe("nmap's XML", () => {
  it("gives protocols, suites and the size of the group", () => {
    const facts =
      nmapFacts(`<script id="ssl-enum-ciphers"><table key="TLSv1.2"><table key="ciphers">
      <table><elem key="name">TLS_DHE_RSA_WITH_AES_128_GCM_SHA256</elem>
      <elem key="kex_info">dh 1024</elem></table>
      <table><elem key="name">TLS_RSA_WITH_RC4_128_SHA</elem></table></table>
      <table key="compressors"><elem>DEFLATE</elem></table></table></script>`);
    expect(facts.get("protocol:tls1.2")).toBe(true);
    expect(facts.get("protocol:tls1.0")).toBe(false);
    expect(facts.get("cipher.rc4")).toBe(true);
    expect(facts.get("tls.dhBits")).toBe(1024);
    expect(facts.get("tls.compression")).toBe(true);
  });
  it("says nothing when the script said nothing", () => {
    expect(nmapFacts("<nmaprun></nmaprun>").size).toBe(0);
  });
});

it("reads testssl.sh's JSON", () => {
  const entry = (id: string, finding: string) => ({ id, finding, severity: "OK" });
  const facts = testsslFacts(
    JSON.stringify([
      entry("SSLv3", "not offered"),
      entry("TLS1_2", "offered"),
      entry("PFS", "No ciphers supporting Forward Secrecy offered"),
      entry("cert_chain_of_trust", "failed (chain incomplete)."),
      entry("cert_trust", "Ok via SAN (same w/o SNI)"),
      entry("cert_keySize", "EC 256 bits"),
      entry("cert_signatureAlgorithm", "ECDSA with SHA256"),
    ]),
  );
  expect(Object.fromEntries(facts)).toEqual({
    "protocol:ssl3": false,
    "protocol:tls1.2": true,
    "cipher.forwardSecrecy": false,
    "cert.trusted": false,
    "cert.chainComplete": false,
    "cert.selfSigned": false,
    "cert.expired": false,
    "cert.nameMatches": true,
    "cert.keyType": "EC",
    "cert.keyBits": 256,
    "cert.signatureHash": "sha256",
  });
});

describe("the Observatory's JSON", () => {
  it("gives headers, cookies and redirection", () => {
    const tests = {
      "strict-transport-security": {
        result: "hsts-implemented-max-age-less-than-six-months",
        maxAge: 86_400,
      },
      "content-security-policy": { result: "csp-implemented-with-unsafe-inline" },
      "x-frame-options": { result: "x-frame-options-not-implemented" },
      "x-content-type-options": { result: "x-content-type-options-nosniff" },
      "cross-origin-resource-sharing": { result: "cross-origin-resource-sharing-not-implemented" },
      redirection: { result: "redirection-missing" },
    };
    expect(Object.fromEntries(observatoryFacts(JSON.stringify({ tests })))).toEqual({
      "hsts.present": true,
      "hsts.maxAge": 86_400,
      "csp.present": true,
      "csp.unsafe": true,
      "frame.protected": false,
      "nosniff.present": true,
      "cors.reflectsOrigin": false,
      "http.redirectsToHttps": false,
    });
  });
  it("says nothing about a site that is down", () => {
    expect(observatoryFacts('{"error":"The site seems to be down."}').size).toBe(0);
  });
});
