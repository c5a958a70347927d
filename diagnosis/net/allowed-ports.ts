/**
 * The only TCP ports the engine ever connects to, sorted: web, mail, DNS and the services of the
 * port checks (data/ports.json is a subset, held together by a test).
 */
export const ALLOWED_PORTS: readonly number[] = [
  21, 22, 23, 25, 53, 80, 110, 135, 139, 143, 389, 443, 445, 465, 512, 513, 514, 587, 636, 873, 990,
  993, 995, 1433, 1521, 1883, 2049, 2181, 2222, 2375, 2376, 2379, 3000, 3306, 3389, 4243, 4443,
  5000, 5432, 5601, 5672, 5900, 5901, 5984, 5985, 5986, 6379, 6443, 7000, 7001, 7474, 8000, 8008,
  8080, 8081, 8086, 8123, 8443, 8883, 8888, 9000, 9042, 9090, 9091, 9092, 9200, 9300, 9443, 10000,
  10250, 11211, 15672, 27017, 27018, 50000,
];

/** Ports that may be spoken to in HTTP: a redirect must not make us talk HTTP to a database. */
export const WEB_PORTS: readonly number[] = [
  80, 443, 2375, 2376, 2379, 3000, 4443, 5000, 5601, 5984, 5985, 6443, 7474, 8000, 8008, 8080, 8081,
  8086, 8123, 8443, 8888, 9000, 9090, 9091, 9200, 9443, 10000, 15672,
];
