/** Certificate and key have to come in one change: slapd refuses one without the other. */
const CERTIFICATE = [
  "olcTLSCertificateFile: /etc/ldap/fullchain.pem",
  "olcTLSCertificateKeyFile: /etc/ldap/privkey.pem",
];

/** No older version than TLS 1.2. Debian builds it with GnuTLS, which the setting for OpenSSL is without effect on. */
const VERSIONS: Readonly<Record<string, string>> = {
  OpenLDAP: "olcTLSProtocolMin: 3.3",
  "OpenLDAP (Debian, Ubuntu)": "olcTLSCipherSuite: NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2",
};

/** The names under which these recipes stand. */
export const OPEN_LDAP = Object.keys(VERSIONS);

/**
 * A change of OpenLDAP's settings, which lie in its own directory, for its TLS. Whoever refuses what is not
 * encrypted asks for no more than the machine's own socket has (71, `olcLocalSSF`): `tls=1` would lock out the
 * administrator too.
 */
export function openLdap(more: readonly string[] = []): Readonly<Record<string, string>> {
  const made = Object.entries(VERSIONS).map(([product, version]) => {
    const lines = [...CERTIFICATE, version, ...more];
    const changes = lines.map((line) => `replace: ${line.split(":")[0]}\n${line}`);
    const head = [
      "# ldapmodify -Y EXTERNAL -H ldapi:/// -f tls.ldif",
      "dn: cn=config",
      "changetype: modify",
    ];
    return [product, [...head, changes.join("\n-\n")].join("\n")];
  });
  return Object.fromEntries(made);
}
