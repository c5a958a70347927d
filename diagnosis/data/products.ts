/** A product of the data sets, and what the publishers of data call it. */
export interface Product {
  readonly name: string;
  /** `vendor:product` of CPE 2.3 names. */
  readonly cpes: readonly string[];
  /** Source packages of Debian. */
  readonly debian: readonly string[];
  /** Its page at endoflife.date; null when it has none. */
  readonly endOfLife: string | null;
}

const product = (
  name: string,
  cpes: readonly string[],
  debian: readonly string[] = [],
  endOfLife: string | null = null,
): Product => ({ name, cpes, debian, endOfLife });

/** Everything that a banner can name (`checks/ports/software/banners.ts`) and data can be imported for. */
export const PRODUCTS: readonly Product[] = [
  product("apache", ["apache:http_server"], ["apache2"], "apache-http-server"),
  product("nginx", ["f5:nginx", "nginx:nginx", "f5:nginx_open_source"], ["nginx"], "nginx"),
  product("openresty", ["openresty:openresty"]),
  product("lighttpd", ["lighttpd:lighttpd"], ["lighttpd"]),
  product(
    "iis",
    ["microsoft:internet_information_services", "microsoft:internet_information_server"],
    [],
    null,
  ),
  product("openssl", ["openssl:openssl"], ["openssl"], "openssl"),
  product("php", ["php:php"], ["php7.4", "php8.2", "php8.4"], "php"),
  product("tomcat", ["apache:tomcat"], ["tomcat9", "tomcat10", "tomcat11"], "tomcat"),
  product("openssh", ["openbsd:openssh"], ["openssh"]),
  product("exim", ["exim:exim"], ["exim4"]),
  product("postfix", ["postfix:postfix"], ["postfix"]),
  product("dovecot", ["dovecot:dovecot"], ["dovecot"]),
  product("proftpd", ["proftpd:proftpd"], ["proftpd-dfsg"]),
  product("vsftpd", ["vsftpd_project:vsftpd", "beasts:vsftpd"], ["vsftpd"]),
  product("mysql", ["oracle:mysql", "oracle:mysql_server"], [], "mysql"),
  product("mariadb", ["mariadb:mariadb"], ["mariadb", "mariadb-10.5"], "mariadb"),
  product("wordpress", ["wordpress:wordpress"], ["wordpress"], "wordpress"),
  product("jenkins", ["jenkins:jenkins"], [], "jenkins"),
  product("grafana", ["grafana:grafana"], [], "grafana"),
  product("kibana", ["elastic:kibana"], [], null),
  product("phpmyadmin", ["phpmyadmin:phpmyadmin"], ["phpmyadmin"], "phpmyadmin"),
];

/** Distributions whose own support ends, by their page at endoflife.date. */
export const DISTRIBUTIONS_WITH_END: readonly string[] = ["debian", "ubuntu", "rhel", "centos"];
