/** The role that a connection works as is not held by the fence; nothing is served through it. */
export class UnfencedRole extends Error {
  override readonly name = "UnfencedRole";
}
