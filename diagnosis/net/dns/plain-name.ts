/** A name as DNS data holds it, in the form the engine uses: lower case, no final dot. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/\.$/, "");
}
