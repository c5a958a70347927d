import type { Place } from "../addresses.ts";
import { inSettings, inWords, onOwnMachine, withFiles } from "../copied-lines.ts";
import { startPostgresql } from "./postgresql.ts";
import { startSmb, startTelnet, startVnc } from "./remote-access.ts";
import { startRepository } from "./repositories.ts";
import type { Start } from "./service.ts";
import { startWordpress } from "./wordpress.ts";

/** What an owner copied, for the state's own part of the lab's one machine. */
const own = (applied: readonly string[], place: Place) =>
  applied.map((text) => onOwnMachine(text, place));

/** How each kind of service is started; answers the port that it then listens at. */
export const SERVICES: Readonly<Record<string, Start>> = {
  async redis(room, { name, place, options, applied }) {
    const { password, port = "6379", protected: mode = "no" } = options;
    const lines = [
      'save ""',
      "dir /tmp",
      `bind ${place.v4}`,
      `port ${port}`,
      `protected-mode ${mode}`,
    ];
    if (password !== undefined) lines.push(`requirepass ${password}`);
    const config = inWords(lines, own(applied, place)).join("\n");
    const file = room.file(`/lab/redis/${name}.conf`, `${config}\n`);
    room.daemon(name, "/usr/bin/redis-server", [file]);
    return Number(port);
  },
  async memcached(room, { name, place, options, applied }) {
    const { port = "11211" } = options;
    const lines = ["-u root", `-l ${place.v4}`, "-U 0", `-p ${port}`];
    const args = inWords(lines, own(applied, place)).flatMap((line) => line.split(" "));
    room.daemon(name, "/usr/bin/memcached", args);
    return Number(port);
  },
  async mosquitto(room, { name, place, options, applied, certificate }) {
    const lines = [
      "user root",
      `listener 1883 ${place.v4}`,
      `allow_anonymous ${options.anonymous ?? "false"}`,
    ];
    room.file("/etc/mosquitto/passwd", "");
    const copied = own(applied, place).map((text) => withFiles(text, certificate));
    const config = inWords(lines, copied).join("\n");
    const file = room.file(`/lab/mosquitto/${name}.conf`, `${config}\n`);
    room.daemon(name, "/usr/sbin/mosquitto", ["-c", file]);
    return applied.length > 0 ? 8883 : 1883;
  },
  async vsftpd(room, { name, place, certificate, options, applied }) {
    const lines = [
      "listen=YES",
      `listen_address=${place.v4}`,
      "background=NO",
      "anonymous_enable=NO",
      "local_enable=YES",
      "secure_chroot_dir=/lab/vsftpd",
      `ssl_enable=${options.tls ?? "NO"}`,
      `rsa_cert_file=${certificate.chain}`,
      `rsa_private_key_file=${certificate.key}`,
    ];
    const copied = applied.map((text) => withFiles(text, certificate));
    const config = inSettings(lines, copied).join("\n");
    const file = room.file(`/lab/vsftpd/${name}.conf`, `${config}\n`);
    room.daemon(name, "/usr/sbin/vsftpd", [file]);
    return 21;
  },
  async sshd(room, { name, place, options, applied }) {
    const key = `/lab/sshd/${name}.key`;
    room.file("/lab/sshd/note", "");
    await room.run("mkdir", ["-p", "/run/sshd"]);
    await room.run("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", key]);
    const port = Number(options.port ?? 22);
    const lines = [`ListenAddress ${place.v4}:${port}`, `HostKey ${key}`, "UsePAM no"];
    if (options.more !== undefined) lines.push(options.more);
    const config = inWords(lines, applied).join("\n");
    const file = room.file(`/lab/sshd/${name}.conf`, `${config}\n`);
    room.daemon(name, "/usr/sbin/sshd", ["-D", "-e", "-f", file]);
    return port;
  },
  async rsync(room, { name, place, applied }) {
    const lines = inSettings([`address = ${place.v4}`], own(applied, place));
    const config = [...lines, "[pub]", "path = /lab/rsync"].join("\n");
    const file = room.file(`/lab/rsync/${name}.conf`, `${config}\n`);
    room.daemon(name, "/usr/bin/rsync", ["--daemon", "--no-detach", `--config=${file}`]);
    return 873;
  },
  async slapd(room, { name, place, certificate, options, applied }) {
    const folder = `/lab/slapd/${name}`;
    const settings = `${folder}/slapd.d`;
    const tls = [
      `olcTLSCertificateFile: ${certificate.chain}`,
      `olcTLSCertificateKeyFile: ${certificate.key}`,
    ];
    // As a package sets it up: settings are entries of a directory, which a change in LDIF is made in.
    const entries = [
      ["dn: cn=config", "objectClass: olcGlobal", ...(options.tls === "yes" ? tls : [])],
      ["dn: cn=module{0},cn=config", "objectClass: olcModuleList", "olcModuleLoad: back_mdb"],
      ["dn: cn=schema,cn=config", "objectClass: olcSchemaConfig"],
      ["include: file:///etc/ldap/schema/core.ldif"],
      [
        "dn: olcDatabase={1}mdb,cn=config",
        "objectClass: olcDatabaseConfig",
        "objectClass: olcMdbConfig",
        "olcSuffix: dc=lab,dc=jp",
        `olcDbDirectory: ${folder}/data`,
      ],
    ];
    const all = entries.map((lines) => lines.join("\n")).join("\n\n");
    const first = room.file(`${folder}/first.ldif`, `${all}\n`);
    room.file(`${folder}/data/note`, "");
    await room.run("mkdir", [settings]);
    await room.run("slapadd", ["-F", settings, "-n", "0", "-l", first]);
    for (const [index, text] of applied.entries()) {
      const change = room.file(`${folder}/${index}.ldif`, `${withFiles(text, certificate)}\n`);
      await room.run("slapmodify", ["-F", settings, "-n", "0", "-l", change]);
    }
    const where = ["-F", settings, "-h", `ldap://${place.v4}:389`];
    room.daemon(name, "/usr/sbin/slapd", ["-d", "0", ...where]);
    return 389;
  },
  async dovecot(room, { name, place, certificate, options, applied }) {
    const folder = `/lab/dovecot/${name}`;
    const lines = [
      `base_dir = ${folder}/run`,
      `state_dir = ${folder}/state`,
      "protocols = imap pop3",
      `listen = ${place.v4}`,
      `log_path = ${folder}/log`,
      "default_internal_user = dovecot",
      "default_login_user = dovenull",
      `ssl = ${options.tls ?? "yes"}`,
      `ssl_cert = <${certificate.chain}`,
      `ssl_key = <${certificate.key}`,
      `disable_plaintext_auth = ${options.tls === "no" ? "no" : "yes"}`,
      "passdb {\n  driver = static\n  args = nopassword=n password=lab\n}",
      "userdb {\n  driver = static\n  args = uid=700 gid=700 home=/tmp\n}",
      options.more ?? "",
    ];
    const copied = applied.map((text) => withFiles(text, certificate));
    const config = inSettings(lines.join("\n").split("\n"), copied).join("\n");
    const file = room.file(`${folder}/dovecot.conf`, `${config}\n`);
    room.daemon(name, "/usr/sbin/dovecot", ["-F", "-c", file]);
    return 143;
  },
  async mariadb(room, { name, place, applied }) {
    const folder = `/lab/mariadb/${name}`;
    const fixed = ["--no-defaults", `--datadir=${folder}`, "--user=root"];
    room.file("/lab/mariadb/note", "");
    const install = ["--auth-root-authentication-method=normal", "--skip-test-db", "--force"];
    await room.run("mariadb-install-db", [...fixed, ...install], 120_000);
    const [copied = ""] = own(applied, place);
    const file = room.file(
      `/lab/mariadb/${name}.cnf`,
      `${copied === "" ? `[mysqld]\nbind-address = ${place.v4}` : copied}\n`,
    );
    const run = [`--defaults-file=${file}`, ...fixed.slice(1), `--socket=/tmp/${name}.sock`];
    room.daemon(name, "/usr/sbin/mariadbd", [...run, `--pid-file=/tmp/${name}.pid`]);
    return 3306;
  },
  telnet: startTelnet,
  smb: startSmb,
  vnc: startVnc,
  postgresql: startPostgresql,
  wordpress: startWordpress,
  repository: startRepository,
  async prometheus(room, { name, place }) {
    const file = room.file(`/lab/prometheus/${name}.yml`, "scrape_configs: []\n");
    const paths = [`--config.file=${file}`, `--storage.tsdb.path=/lab/prometheus/${name}`];
    const args = [...paths, `--web.listen-address=${place.v4}:9090`];
    room.daemon(name, "/usr/bin/prometheus", args);
    return 9090;
  },
};
