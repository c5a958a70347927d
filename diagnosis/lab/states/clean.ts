import type { LabState } from "../state.ts";

/** Well kept, on each of the web servers: nothing above low may be said of them. */
export const cleanStates: readonly LabState[] = [
  { name: "clean-caddy", area: "clean hosts", web: { server: "caddy" }, finds: [] },
  { name: "clean-nginx", area: "clean hosts", quick: true, web: { server: "nginx" }, finds: [] },
  { name: "clean-apache", area: "clean hosts", quick: true, web: { server: "apache" }, finds: [] },
  { name: "clean-lighttpd", area: "clean hosts", web: { server: "lighttpd" }, finds: [] },
  { name: "clean-haproxy", area: "clean hosts", web: { server: "haproxy" }, finds: [] },
];
