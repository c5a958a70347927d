/** Hands a text to the browser as a file to keep. */
export function saveFile(name: string, text: string, type = "text/csv"): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // A browser may begin to read it a moment later.
  setTimeout(() => URL.revokeObjectURL(address), 1_000);
}
