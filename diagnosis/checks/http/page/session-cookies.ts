import type { SetCookie } from "./cookies.ts";

/** Names that frameworks give to a session or a sign-in, and nobody else uses. */
const FRAMEWORKS =
  /^(?:__(?:host|secure)-)?(?:phpsessid|jsessionid(?:sso)?(?:[._]\w+)?|aspsessionid\w+|asp\.net_sessionid|\.aspnetcore\.(?:session|identity\.\w+|cookies\w*)|\.aspxauth|\.aspnet\.(?:applicationcookie|externalcookie|cookies\w*)|fedauth\d?|appsession(?:\.\d)?|connect\.sid|laravel_session|ci_session|cakephp|symfony|sessionid|cfid|cftoken|plack_session|rack\.session|beaker\.session\.id|play_session|wordpress_(?:logged_in|sec)_\w+|remember_(?:web|user|admin)_\w+|remember_user_token|next-auth\.session-token|authjs\.session-token|better-auth\.session_token|keycloak_(?:identity|session)\w*|s?sess[0-9a-f]{32}|_oauth2_proxy|authelia_session|mod_auth_openidc_session|fe_typo_user|eccube|prestashop-\w+|moodlesession\w*|_shibsession_[0-9a-f]+|mrhsession|phpbb\d_\w+_sid|ocsessid|ecsessid|_?redmine_session|zbx_session)$/i;

/** Names that say nothing else. What they hold decides: a session is known by a value that nobody guesses. */
const PLAIN =
  /^(?:__(?:host|secure)-)?(?:session|sess|sid|jwt|auth|login|token|sess(?:ion)?[._-]?(?:id|key)|remember[._-]?me|(?:auth|access|refresh|login|id|remember|session|user)[._-]?token)$/i;

/**
 * The same words behind somebody's own (`_shop_session`, `mautic_session_id`): these may count or follow visitors
 * as well. Such a cookie is a session's where its server hides it from scripts, or has signed it.
 */
const SOMEBODYS =
  /[._:-](?:session|sess|sid|jwt|auth|login)$|sess(?:ion)?[._-]?(?:id|key|token)$|(?:auth|access|refresh|login|remember)[._-]?token$/i;
/** As JWT, Rails, Express and Laravel sign or seal what they put into a session. */
const SIGNED = /^eyJ[\w-]+\.[\w-]+\.[\w-]+$|--[0-9a-f]{20,}$|^s:.{8,}\..{20,}$|^eyJpdiI6/i;

/**
 * Tokens against request forgery, which scripts are meant to read, and what counts, shows, remembers, spreads
 * the load or belongs to somebody who did not sign in.
 */
const OTHERS =
  /csrf|xsrf|forgery|analytics|^_?ai_|^amp_|^_ga|^_gid|^_hj|^_pk_|^mp_|^ajs_|^_dd_|^utm|(?:^|[._-])(?:seen|has|had|last|first|count|start(?:ed)?|visit(?:or|s)?|track(?:ing|er)?|stats?|metrics?|marketing|campaign|ads?|ab|experiment|variant|banner|consent|popup|notice|survey|chat|replay|recording|pixel|referr?er|affiliate|lang(?:uage)?|locale|theme|timezone|test|guest|anon(?:ymous)?|cart|basket|wishlist|preview|lb|load[._-]?balancer|sticky|affinity|route|browser|page|tab|client|device|rum|amplitude|optimizely|plausible|matomo|piwik|mixpanel|segment|heap|clarity|hubspot|intercom|drift|crisp|sentry|hj|rl|ga|gtm|a_b)(?:[._-]|$)/i;

/** Switches and signs that a cookie was taken away. */
const SWITCH = /^(?:|""|0|1|true|false|yes|no|on|off|null|none|undefined|deleted|expired)$/i;

/** True for a cookie that speaks for a sign-in or a session: by a framework's name, or by name and value. */
export function isSessionCookie({ name, value, httpOnly }: SetCookie): boolean {
  const text = decoded(value).replace(/^"(.*)"$/, "$1");
  if (SWITCH.test(text)) return false;
  if (FRAMEWORKS.test(name)) return true;
  if (OTHERS.test(name) || !isUnguessable(text)) return false;
  return PLAIN.test(name) || (SOMEBODYS.test(name) && (httpOnly || SIGNED.test(text)));
}

/**
 * Sixteen signs or more, letters and digits among them, that are no date, no number, no address and no text
 * of words.
 */
function isUnguessable(value: string): boolean {
  if (value.length < 16 || /\s/.test(value)) return false;
  if (!/[a-z]/i.test(value) || !/\d/.test(value)) return false;
  if (/^\d{4}-\d\d-\d\d|^[\d.:-]+(?:Z|[a-z]{1,3})?$|^https?:|^GA\d|[?&]\w+=/i.test(value))
    return false;
  return new Set(value).size >= 8;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
