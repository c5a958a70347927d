/**
 * An email address within a sentence: bold, and on a line of its own where it doesn't fit behind the
 * words. It breaks only where it is longer than a line.
 */
export const ShownAddress = ({ email }: { readonly email: string }) => (
  <strong className="inline-block max-w-full wrap-anywhere text-text">{email}</strong>
);
