import type { Place } from "../addresses.ts";
import { inSettings, withFiles } from "../copied-lines.ts";
import type { Room } from "../room.ts";
import type { MailSpec } from "../state.ts";
import type { CertificateFiles } from "./site.ts";

/** A mail server as its program needs it. */
export type MailSite = {
  readonly name: string;
  readonly host: string;
  readonly place: Place;
  readonly spec: MailSpec;
  readonly certificate: CertificateFiles;
};

const FOLDER = "/lab/postfix";

type Strangers = NonNullable<MailSpec["strangers"]>;

/** What Postfix is told to say to clients that it does not know, before they ask for anything. */
const POSTFIX_STRANGERS: Readonly<Record<Strangers, readonly string[]>> = {
  refused: ["smtpd_delay_reject=no", "smtpd_client_restrictions=reject"],
  deferred: ["smtpd_delay_reject=no", "smtpd_client_restrictions=defer"],
  "helo-refused": ["smtpd_delay_reject=no", "smtpd_helo_restrictions=reject"],
  "helo-deferred": ["smtpd_delay_reject=no", "smtpd_helo_restrictions=defer"],
  "tls-unavailable": [],
};

/** The same of Exim, in its access lists. */
const EXIM_STRANGERS: Readonly<Record<Strangers, readonly [main: string, list: string]>> = {
  refused: ["acl_smtp_connect = stranger", "deny"],
  deferred: ["acl_smtp_connect = stranger", "defer"],
  "helo-refused": ["acl_smtp_helo = stranger", "deny"],
  "helo-deferred": ["acl_smtp_helo = stranger", "defer"],
  "tls-unavailable": ["acl_smtp_starttls = stranger", "defer"],
};

/** All mail servers that are Postfix in one instance, each a listener with settings of its own. */
export async function startPostfix(room: Room, sites: readonly MailSite[]): Promise<void> {
  const settings = [
    "compatibility_level = 3.6",
    "mail_owner = postfix",
    "setgid_group = postdrop",
    "maillog_file = /var/log/postfix.log",
    "inet_protocols = all",
    "mydestination = lab.invalid",
    "smtpd_relay_restrictions = reject",
    "smtpd_banner = $myhostname ESMTP",
    "smtpd_peername_lookup = no",
    "tls_medium_cipherlist = ALL:!aNULL:@SECLEVEL=0",
    "tls_high_cipherlist = ALL:!aNULL:@SECLEVEL=0",
  ];
  const listeners = sites.flatMap(({ host, place, spec, certificate }) => {
    const options = [
      `myhostname=${host}`,
      `smtpd_tls_security_level=${spec.startTls === false ? "none" : "may"}`,
      `smtpd_tls_chain_files=${spec.strangers === "tls-unavailable" ? "/nowhere" : certificate.both}`,
      ...(spec.strangers === undefined ? [] : POSTFIX_STRANGERS[spec.strangers]),
      `smtpd_tls_protocols=${spec.protocols ?? ">=TLSv1.2"}`,
    ];
    const copied = spec.applied?.map((text) => withFiles(text, certificate));
    const given = inSettings(options, copied).map((option) => `-o {${option}}`);
    return [`${place.v4}:smtp`, `[${place.v6}]:smtp`].map(
      (at) => `${at} inet n - n - - smtpd ${given.join(" ")}`,
    );
  });
  const services = [
    "pickup unix n - n 60 1 pickup",
    "cleanup unix n - n - 0 cleanup",
    "qmgr unix n - n 300 1 qmgr",
    "rewrite unix - - n - - trivial-rewrite",
    "bounce unix - - n - 0 bounce",
    "proxymap unix - - n - - proxymap",
    "anvil unix - - n - 1 anvil",
    "tlsmgr unix - - n 1000? 1 tlsmgr",
    "postlog unix-dgram n - n - 1 postlogd",
  ];
  room.file(`${FOLDER}/main.cf`, `${settings.join("\n")}\n`);
  room.file(`${FOLDER}/master.cf`, `${[...listeners, ...services].join("\n")}\n`);
  await room.run("chown", ["postfix", "/var/lib/postfix"]);
  room.daemon("postfix", "/usr/sbin/postfix", ["-c", FOLDER, "start-fg"]);
  for (const { place } of sites) await room.listening("postfix", place.v4, 25);
}

/** One Exim for each of its mail servers. */
export async function startExim(room: Room, sites: readonly MailSite[]): Promise<void> {
  for (const { name, host, place, spec, certificate } of sites) {
    const spool = `/lab/exim-spool/${name}`;
    const settings = [
      `primary_hostname = ${host}`,
      `local_interfaces = <; ${place.v4} ; ${place.v6}`,
      "daemon_smtp_ports = 25",
      `spool_directory = ${spool}`,
      `log_file_path = ${spool}/%slog`,
      "host_lookup =",
      "rfc1413_query_timeout = 0s",
      "smtp_banner = $primary_hostname ESMTP",
      `tls_advertise_hosts = ${spec.startTls === false ? "" : "*"}`,
      `tls_certificate = ${certificate.chain}`,
      `tls_privatekey = ${certificate.key}`,
      "acl_smtp_rcpt = nobody",
      ...(spec.strangers === undefined ? [] : [EXIM_STRANGERS[spec.strangers][0]]),
    ];
    const copied = spec.applied?.map((text) => withFiles(text, certificate));
    const config = [
      ...inSettings(settings, copied),
      "begin acl",
      "nobody:",
      "  deny",
      ...(spec.strangers === undefined
        ? []
        : ["stranger:", `  ${EXIM_STRANGERS[spec.strangers][1]}`]),
    ];
    const file = room.file(`/lab/exim/${name}.conf`, `${config.join("\n")}\n`);
    const key = certificate.key;
    const own = `mkdir -p ${spool} /var/log/exim4; chown -R Debian-exim ${spool} /var/log/exim4; chgrp Debian-exim ${key}; chmod 640 ${key}`;
    await room.run("sh", ["-c", own]);
    room.daemon(`exim ${name}`, "/usr/sbin/exim4", [
      "-bdf",
      "-C",
      file,
      "-oP",
      `/lab/exim/${name}.pid`,
    ]);
    await room.listening(`exim ${name}`, place.v4, 25);
  }
}
