/** The address for reading names what is no replica of the database, or cannot be told from one. */
export class UnusableReplica extends Error {
  override readonly name = "UnusableReplica";
}
