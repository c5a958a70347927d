const address = /([A-Za-z0-9_])[A-Za-z0-9._%+'-]*@([A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*)/g;

/** Replaces every e-mail address in a line by its first letter and its domain: "h***@example.jp". */
export function maskEmails(line: string): string {
  // Most lines hold no address; looking for one character is far cheaper than the expression.
  return line.includes("@") ? line.replace(address, "$1***@$2") : line;
}
