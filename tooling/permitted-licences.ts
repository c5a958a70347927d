/** Licences that let the product be what it is. */
export const permissive: ReadonlySet<string> = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC-BY-4.0",
  "ISC",
  "MIT",
  "MIT-0",
  "OFL-1.1",
  "Python-2.0",
  "Unlicense",
  "Zlib",
]);

/** Licences of libraries that the image links to, as Debian built them and in files of their own. */
export const linkable: ReadonlySet<string> = new Set([
  "LGPL-2.1-or-later",
  "GPL-3.0-or-later WITH GCC-exception-3.1",
]);

/** Those whose entry names no licence; each was looked up in its own files, and is MIT. */
export const lookedUp: ReadonlySet<string> = new Set([
  "busboy",
  "dicer",
  "humanize-number",
  "only",
  "png-js",
  "streamsearch",
]);
