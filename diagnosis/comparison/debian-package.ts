import { hasTool, runTool } from "./run-tool.ts";

/**
 * Makes sure that a Debian package's program is there: installs it when running as root on Debian.
 * Answers null, or why it is not there.
 */
export async function needPackage(name: string, command: string): Promise<string | null> {
  if (hasTool(command)) return null;
  if (process.getuid?.() !== 0 || !hasTool("apt-get")) {
    return `${command} is not installed; on Debian: apt-get install ${name}`;
  }
  await runTool("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name]);
  return hasTool(command) ? null : `${name} could not be installed`;
}
