import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { AssetState, AssetType } from "@sekimori/karte-contract/words";

type Words<Word extends string> = Readonly<Record<Word, MessageDescriptor>>;

export const assetTypeWords: Words<AssetType> = {
  domain: msg`Domain`,
  host: msg`Host`,
  ip: msg`IP address`,
  service: msg`Service`,
};

export const assetStateWords: Words<AssetState> = {
  candidate: msg`Candidate`,
  approved: msg`Scanned`,
  dependency: msg`Third party`,
  "monitor-only": msg`Monitored only`,
  ignored: msg`Ignored`,
  "not-ours": msg`Not ours`,
};

/** How the engine came upon an asset; a way that is new to us is shown by its own word. */
export const sourceWords: Readonly<Record<string, MessageDescriptor>> = {
  target: msg`The domain itself`,
  "approved-list": msg`Approved host list`,
  certificate: msg`Certificate`,
  mx: msg`Mail servers (MX)`,
  ns: msg`Name servers (NS)`,
  cname: msg`Alias (CNAME)`,
  srv: msg`Service record (SRV)`,
  "word-list": msg`Common hostname`,
  csp: msg`Content security policy`,
  html: msg`Link on a page`,
  redirect: msg`Redirect`,
  "zone-file": msg`Zone file`,
  "certificate-log": msg`Certificate logs`,
  address: msg`IP address`,
  "open-port": msg`Open port`,
};
