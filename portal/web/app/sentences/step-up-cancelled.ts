/** The person did not want to give the password again; what they had asked for is not done. */
export class StepUpCancelled extends Error {
  override readonly name = "StepUpCancelled";
}
