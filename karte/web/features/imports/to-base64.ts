/** Bytes as base64, in pieces: a call's arguments have a limit. */
export function toBase64(bytes: Uint8Array): string {
  const piece = 0x8000;
  let text = "";
  for (let at = 0; at < bytes.length; at += piece) {
    text += String.fromCharCode(...bytes.subarray(at, at + piece));
  }
  return btoa(text);
}
