import { readdirSync } from "node:fs";
import { join } from "node:path";
import { debianPath, debianRoot } from "./debian-clients.ts";

/** By this OmniAuth's strategy is known to be here. */
export const omniauth =
  "/usr/share/rubygems-integration/all/gems/gitlab-omniauth-openid-connect-0.10.0";

/** The command that runs a program by Ruby: the machine's own, or where Debian's was unpacked. */
export function rubyCommand(program: string): string {
  if (debianPath(omniauth) === omniauth) return `ruby ${program}`;
  const at = (...parts: string[]) => join(debianRoot, "usr", ...parts);
  const machine = readdirSync(at("lib")).find((name) => name.endsWith("-linux-gnu")) ?? "";
  const [version = ""] = readdirSync(at("lib", "ruby")).filter((name) => /^\d/.test(name));
  const libraries = [
    at("lib", "ruby", "vendor_ruby"),
    at("lib", "ruby", version),
    at("lib", machine, "ruby", version),
    at("lib", machine, "ruby", "vendor_ruby", version),
  ];
  const gems = [
    at("share", "rubygems-integration", "all"),
    at("share", "rubygems-integration", version),
    at("lib", "ruby", "gems", version),
  ];
  return `LD_LIBRARY_PATH=${at("lib", machine)} RUBYLIB=${libraries.join(":")} GEM_PATH=${gems.join(":")} ruby ${program}`;
}
