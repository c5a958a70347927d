import type { MessageDescriptor } from "@lingui/core";

/** What the shell must know of a page; an app's own handles say more. */
export interface PageHandle {
  /** The window's title, before the app's name. */
  readonly title: MessageDescriptor;
  /** What search engines and previews show of a page that anybody may open. */
  readonly description?: MessageDescriptor;
}
