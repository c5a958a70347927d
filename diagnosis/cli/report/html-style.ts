/** Style of the report: no fonts or files from elsewhere, light and dark, paper too. */
export const REPORT_STYLE = `
:root { color-scheme: light dark; --ink: light-dark(#1b2230, #e7eaf0); --soft: light-dark(#5a6475, #a3adbd);
  --paper: light-dark(#ffffff, #12161e); --raised: light-dark(#f4f6f9, #1a202b); --line: light-dark(#d5dae3, #323b4b);
  --indigo: light-dark(#264a8f, #9db8ee); --critical: light-dark(#a5150c, #ff9c8f); --high: light-dark(#b3420a, #ffb07f);
  --medium: light-dark(#7a5b00, #e9c860); --low: light-dark(#2d5f7c, #92c9e8); --info: var(--soft); --good: light-dark(#14683f, #82d3a8); }
* { box-sizing: border-box; }
body { margin: 0; overflow-wrap: anywhere; background: var(--paper); color: var(--ink); font: 16px/1.65 system-ui, "Hiragino Sans", "Noto Sans JP", "Yu Gothic UI", sans-serif; }
main, header { max-width: 62rem; margin: 0 auto; padding: 1.5rem clamp(1rem, 4vw, 2.5rem); }
h1 { font-size: 1.6rem; line-height: 1.3; margin: 0 0 .25rem; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 .75rem; padding-top: 1rem; border-top: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 0; }
p { margin: .25rem 0; } .soft { color: var(--soft); font-size: .9rem; }
fieldset { border: 0; padding: 0; margin: 1rem 0 0; display: flex; gap: 1rem; }
a { color: var(--indigo); } :focus-visible { outline: 3px solid var(--indigo); outline-offset: 2px; }
.hosts { margin-top: 1rem; display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr); }
.host { background: var(--raised); border-radius: .75rem; padding: 1rem 1.25rem; display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .5rem 1.25rem; }
.grade { font-size: 2rem; line-height: 1; font-weight: 700; width: 3.5rem; height: 3.5rem; display: grid; place-items: center; border: .2rem solid currentColor; }
.grade-A { color: var(--good); border-radius: 50%; } .grade-B { color: var(--low); border-radius: .9rem; } .grade-C { color: var(--medium); border-radius: .2rem; }
.grade-D { color: var(--high); border-radius: .2rem; border-style: dashed; } .grade-E { color: var(--critical); border-radius: 0; border-width: .35rem; } .grade-none { color: var(--soft); border-color: transparent; }
.scores { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; margin: .25rem 0 0; padding: 0; list-style: none; }
.finding { border: 1px solid var(--line); border-left: .3rem solid var(--tone); border-radius: .5rem; padding: .75rem 1rem; margin: 0 0 .75rem; break-inside: avoid; }
.tag { color: var(--tone); font-weight: 700; margin-right: .5rem; }
.critical { --tone: var(--critical); } .high { --tone: var(--high); } .medium { --tone: var(--medium); }
.low { --tone: var(--low); } .none { --tone: var(--line); } .none .tag { color: var(--soft); }
dl { display: grid; grid-template-columns: minmax(8rem, auto) 1fr; gap: .1rem 1rem; font-size: .9rem; margin: .5rem 0; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; font-family: ui-monospace, monospace; }
.terms dd { font-family: inherit; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
pre { user-select: all; overflow-x: auto; background: var(--raised); padding: .5rem .75rem; border-radius: .4rem; margin: .25rem 0; font-size: .85rem; }
details { margin: .25rem 0; } details > summary { cursor: pointer; }
.stopped { margin-top: 1rem; padding: .75rem 1rem; border: 1px solid var(--high); border-radius: .5rem; color: var(--high); }
main > .scores { margin: 0 0 1rem; } main > h2:first-child { margin-top: 0; } @media (min-width: 40.01rem) { .assets td:nth-child(2), .assets td:nth-child(3) { white-space: nowrap; } .assets td:first-child { min-width: 11rem; } .assets td:nth-child(4) { min-width: 7rem; } }
body:has(#ja:checked) [lang=en]:not(html), body:has(#en:checked) [lang=ja]:not(html) { display: none; }
@media print { fieldset { display: none; } details::details-content { content-visibility: visible; display: block; } }
@media (max-width: 40rem) { .assets, .assets tbody { display: block; } .assets thead { display: block; position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); } .assets tr { display: block; padding: .5rem 0; border-bottom: 1px solid var(--line); }
  .assets td { display: block; border: 0; padding: 0; } .assets td:first-child { font-weight: 700; } .assets td:nth-child(2), .assets td:nth-child(3) { display: inline-block; margin-right: .75rem; color: var(--soft); } }
@media (max-width: 30rem) { .host { grid-template-columns: minmax(0, 1fr); } .grade { text-align: left; } dl { grid-template-columns: minmax(0, 1fr); } }
`;
