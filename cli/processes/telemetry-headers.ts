/** One pair as OpenTelemetry's library takes it: the value percent-encoded where it holds one of , ; = %. */
const pair = /^\s*[\w.-]+\s*=\s*([^,;=]+(?:={0,2}))\s*$/;

/** Whether a text names headers for the receiver; what it does not understand the library leaves out. */
export function areHeaders(text: string): boolean {
  return text.split(",").every((one) => {
    const [, value] = pair.exec(one) ?? [];
    if (value === undefined) return false;
    try {
      return decodeURIComponent(value) !== "";
    } catch {
      return false;
    }
  });
}
