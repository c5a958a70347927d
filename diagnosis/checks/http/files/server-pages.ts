/** Apache's mod_status as a page, or as the lines of `?auto`. */
export function isServerStatus(text: string): boolean {
  return (
    (/<title>Apache Status<\/title>/i.test(text) && /Server uptime:/i.test(text)) ||
    /^Total Accesses: \d+\r?\n/m.test(text)
  );
}

/** What `phpinfo()` prints: its title or its heading, and the tables of values. */
export function isPhpInfo(text: string): boolean {
  return (
    /<title>(?:PHP [\d.]+\S* - )?phpinfo\(\)<\/title>|<h1 class="p">PHP Version \d/i.test(text) &&
    /<td class="e">/i.test(text)
  );
}

/** Spring's properties in the form of a file of settings. */
export function propertiesIn(text: string): string {
  const values = text.matchAll(
    /"([\w.-]{1,120})"\s{0,9}:\s{0,9}\{\s{0,9}"value"\s{0,9}:\s{0,9}"([^"\\\n]{1,400})"/g,
  );
  return [...values]
    .map(([, name = "", value]) => `${name.replaceAll(/\W/g, "_").toUpperCase()}='${value}'\n`)
    .join("");
}

/** Spring's `/actuator/env` with values that it does not mask. */
export function showsValues(text: string): boolean {
  if (!/"propertySources"\s{0,9}:/.test(text)) return false;
  const values = text.matchAll(/"value"\s{0,9}:\s{0,9}("(?:[^"\\]|\\.){0,400}"|[\w.-]{1,40})/g);
  return [...values].some(([, value = ""]) => !/^"\*+"$|^null$|^""$/.test(value));
}
