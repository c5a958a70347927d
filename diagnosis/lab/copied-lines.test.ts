import { describe, expect, it } from "vitest";
import {
  apacheRedirect,
  inApache,
  inNginx,
  inSettings,
  inZone,
  nginxServer,
  withFiles,
} from "./copied-lines.ts";

describe("a recipe that is copied", () => {
  it("takes the place of what sets the same, and stands beside the rest (nginx)", () => {
    const lines = [
      "ssl_protocols TLSv1;",
      'add_header strict-transport-security "max-age=300" always;',
      'add_header X-Other "1; a=2" always;\nautoindex on; location = / { autoindex on; root /list; }',
    ];
    const texts = [
      'add_header Strict-Transport-Security "max-age=31536000" always;',
      "ssl_protocols TLSv1.2 TLSv1.3;\nautoindex off;",
      "location ~ /\\.git { return 404; }",
      "server {\n  listen 80;\n  return 301 https://$host$request_uri;\n}",
    ];
    expect(inNginx(lines, texts)).toEqual([
      'add_header X-Other "1; a=2" always;',
      "location = / { root /list; }",
      'add_header Strict-Transport-Security "max-age=31536000" always;',
      "ssl_protocols TLSv1.2 TLSv1.3;",
      "autoindex off;",
      "location ~ /\\.git { return 404; }",
    ]);
    expect(nginxServer(["listen 192.0.2.1:80;"], texts)).toBe(
      "server {\n  listen 192.0.2.1:80;\n  return 301 https://$host$request_uri;\n}",
    );
    expect(nginxServer([], [])).toBeNull();
  });

  it("does the same in Apache, and leaves to the server what no site may set", () => {
    const lines = ['Header always set referrer-policy "unsafe-url"', "SSLProtocol +TLSv1"];
    const texts = [
      'Header always set Referrer-Policy "no-referrer"',
      "SSLProtocol -all +TLSv1.2 +TLSv1.3\nServerTokens Prod",
      "Redirect permanent / https://x.jp/",
    ];
    expect(inApache(lines, texts)).toEqual([
      'Header always set Referrer-Policy "no-referrer"',
      "SSLProtocol -all +TLSv1.2 +TLSv1.3",
    ]);
    expect(apacheRedirect(texts)).toBe("Redirect permanent / https://x.jp/");
  });

  it("replaces the records of its kind in a zone", () => {
    const lines = ['@ TXT "v=spf1 mx ?all"', '@ TXT "site=abc"', "@ MX 10 mx"];
    const texts = [
      'x.jp. IN TXT "v=spf1 mx ~all"',
      '_dmarc.x.jp. IN TXT "v=DMARC1; p=none"\n; +14 d: "later"',
    ];
    expect(inZone("x.jp", lines, texts)).toEqual([
      '@ TXT "site=abc"',
      "@ MX 10 mx",
      '@ TXT "v=spf1 mx ~all"',
      '_dmarc TXT "v=DMARC1; p=none"',
    ]);
    expect(inZone("x.jp", lines)).toEqual(lines);
  });

  it("takes the place of a setting, and names the files as they lie on the disk", () => {
    const files = { chain: "/x/chain.pem", key: "/x/key.pem" };
    const texts = [
      "ssl = required\nssl_cert = <fullchain.pem",
      "rsa_cert_file=fullchain.pem",
      "smtpd_tls_chain_files = privkey.pem, fullchain.pem",
    ].map((text) => withFiles(text, files));
    expect(inSettings(["ssl = no", "listen = 192.0.2.1", "rsa_cert_file=/old.pem"], texts)).toEqual(
      [
        "listen = 192.0.2.1",
        "ssl = required",
        "ssl_cert = </x/chain.pem",
        "rsa_cert_file=/x/chain.pem",
        "smtpd_tls_chain_files = /x/key.pem, /x/chain.pem",
      ],
    );
    expect(withFiles("ssl_certificate /etc/letsencrypt/live/x.jp/fullchain.pem;", files)).toBe(
      "ssl_certificate /x/chain.pem;",
    );
  });
});
