import type { Room } from "../room.ts";
import type { Start } from "./service.ts";

/** What Debian's packages would have switched on. */
const EXTENSIONS = "mysqlnd ctype fileinfo iconv posix tokenizer mysqli".split(" ");

const INSTALL = (domain: string) => `
define("WP_INSTALLING", true);
$_SERVER["HTTP_HOST"] = "${domain}";
$_SERVER["REQUEST_URI"] = "/";
require "/usr/share/wordpress/wp-load.php";
require ABSPATH . "wp-admin/includes/upgrade.php";
wp_install("Lab", "kanri", "kanri@${domain}", true, "", "tora-no-maki");
`;

/** Debian's WordPress with a database of its own; nginx hands it the pages (`WORDPRESS_PAGES`). */
export const startWordpress: Start = async (room: Room, { name, place, domain }) => {
  const folder = `/lab/wordpress/${name}`;
  const database = `${folder}/database`;
  room.file(`${folder}/note`, "");
  const own = ["--no-defaults", `--datadir=${database}`, "--user=root"];
  const install = ["--auth-root-authentication-method=normal", "--skip-test-db", "--force"];
  await room.run("mariadb-install-db", [...own, ...install], 120_000);
  const socket = `${folder}/database.sock`;
  const local = [`--socket=${socket}`, "--skip-networking", `--pid-file=${folder}/pid`];
  room.daemon(`${name}-database`, "/usr/sbin/mariadbd", [...own, ...local]);
  await room.run("sh", [
    "-c",
    `for i in $(seq 300); do test -S ${socket} && exit 0; sleep 0.1; done; exit 1`,
  ]);
  await room.run("mariadb", [`--socket=${socket}`, "-e", "create database site"]);
  const settings = {
    DB_NAME: "site",
    DB_USER: "root",
    DB_PASSWORD: "",
    DB_HOST: `localhost:${socket}`,
    WP_HOME: `https://${domain}`,
    WP_SITEURL: `https://${domain}`,
    WP_CONTENT_DIR: "/usr/share/wordpress/wp-content",
  };
  const defines = Object.entries(settings).map(([key, value]) => `define("${key}", "${value}");`);
  room.file(`/etc/wordpress/config-${domain}.php`, `<?php\n${defines.join("\n")}\n`);
  const modules = EXTENSIONS.map((extension) => `extension=${extension}`);
  room.file(`${folder}/ini/lab.ini`, `${modules.join("\n")}\n`);
  const env = `PHP_INI_SCAN_DIR=${folder}/ini`;
  await room.run("env", [env, "/usr/bin/php8.2", "-r", INSTALL(domain)], 120_000);
  const pool = [
    "[global]",
    `error_log = ${folder}/fpm.log`,
    "[site]",
    `listen = ${folder}/php.sock`,
    "user = root",
    "pm = static",
    "pm.max_children = 3",
  ];
  const file = room.file(`${folder}/fpm.conf`, `${pool.join("\n")}\n`);
  room.daemon(name, "env", [env, "/usr/sbin/php-fpm8.2", "-F", "-R", "-y", file]);
  await room.run("sh", [
    "-c",
    `for i in $(seq 300); do test -S ${folder}/php.sock && exit 0; sleep 0.1; done; exit 1`,
  ]);
  await room.listening("nginx", place.v4, 443);
  return 443;
};

/** nginx's part of it. */
export const WORDPRESS_PAGES = [
  "index index.php;",
  "location / { root /usr/share/wordpress; try_files $uri $uri/ /index.php?$args; }",
  "location /.well-known/ { }",
  "location ~ \\.php$ {",
  "root /usr/share/wordpress;",
  "include /etc/nginx/fastcgi_params;",
  "fastcgi_param SCRIPT_FILENAME $document_root$fastcgi_script_name;",
  "fastcgi_pass unix:/lab/wordpress/wordpress-{name}/php.sock;",
  "}",
].join("\n");
