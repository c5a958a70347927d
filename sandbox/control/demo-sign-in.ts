/** Somebody whom the seed has made and who can be signed in as. */
export interface DemoSignIn {
  readonly email: string;
  readonly password: string;
}
