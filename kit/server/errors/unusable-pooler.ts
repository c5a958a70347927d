/** A pooler stands before the database, and what does not go through one has no way around it. */
export class UnusablePooler extends Error {
  override readonly name = "UnusablePooler";
}
