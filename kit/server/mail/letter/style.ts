/**
 * The colours of the screens, light and dark. Mail programs read no variables, so each stands in the
 * elements for light, and in a style sheet for those that know `prefers-color-scheme`.
 */
const light = {
  ground: "#f8f7f4",
  surface: "#ffffff",
  text: "#1b1f27",
  muted: "#565c68",
  border: "#dedbd3",
  key: "#1d3f70",
  onKey: "#ffffff",
  link: "#264f87",
  soft: "#eff4fa",
} as const;

const dark: Readonly<Record<keyof typeof light, string>> = {
  ground: "#0d121c",
  surface: "#141b28",
  text: "#e9ebf0",
  muted: "#a6aebc",
  border: "#2b3547",
  key: "#9dbade",
  onKey: "#071122",
  link: "#9dbade",
  soft: "#1a2a44",
};

export const colours = light;

/** For Japanese first; programs without these take their own. */
export const fontFamily =
  "-apple-system,BlinkMacSystemFont,'Segoe UI','Hiragino Sans','Noto Sans JP','Yu Gothic UI',Meiryo,sans-serif";

/** Classes for what an element's own style cannot say: the dark scheme and narrow windows. */
export const styleSheet = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
.text,.muted{text-wrap:pretty}
.button{text-wrap:balance;word-break:keep-all;overflow-wrap:anywhere}
@media (max-width:480px){
.sheet{padding:24px 20px!important}
.outer{padding:12px 0!important}
.row th,.row td{display:block!important;width:auto!important;padding:0!important}
.row th{padding-top:12px!important;border-bottom:0!important}
.row td{padding-bottom:12px!important;border-bottom:1px solid ${light.border}}
.button{display:block!important;text-align:center!important}
}
@media (prefers-color-scheme:dark){
.ground{background:${dark.ground}!important}
.sheet{background:${dark.surface}!important;border-color:${dark.border}!important}
.text{color:${dark.text}!important}
.muted{color:${dark.muted}!important}
.link{color:${dark.link}!important}
.button{background:${dark.key}!important;color:${dark.onKey}!important}
.soft{background:${dark.soft}!important;color:${dark.text}!important}
.key{background:${dark.key}!important}
.stone{background:${dark.key}!important}
.name{color:${dark.key}!important}
.rows,.row th,.row td{border-color:${dark.border}!important}
}`;
