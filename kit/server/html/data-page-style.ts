import { Html } from "./html.ts";

/**
 * How a page of somebody's data looks: on warm paper or in the dark, as the applications' screens are, and on
 * paper, where tables are whole, their heads are repeated and no row is parted. The file stands by
 * itself, so it brings the few colours that it needs.
 */
export const dataPageStyle = new Html(`<style>
:root{color-scheme:light dark;--ground:#f8f7f4;--panel:#fff;--text:#1b1f27;--muted:#565c68;--line:#dedbd3;--key:#1f3a6e}
@media (prefers-color-scheme:dark){:root{--ground:#0d121c;--panel:#151c29;--text:#e9ebf0;--muted:#a6aebc;--line:#2b3547;--key:#b7c9ee}}
*{box-sizing:border-box}
html{background:var(--ground)}
body{margin:0 auto;padding:2.5rem 1rem 4rem;max-width:70rem;color:var(--text);text-wrap:pretty;font:16px/1.7 system-ui,"Noto Sans JP","Hiragino Sans","Yu Gothic UI",sans-serif}
h1,h2{line-height:1.4;word-break:auto-phrase;text-wrap:balance}
h1{margin:0;font-size:1.75rem;color:var(--key)}
h2{margin:2.5rem 0 .75rem;font-size:1.25rem}
p{margin:0}
.made{color:var(--muted)}
.wide{overflow-x:auto;border:1px solid var(--line);border-radius:8px;background:var(--panel)}
table{width:100%;border-collapse:collapse;font-size:.875rem}
th,td{padding:.5rem .75rem;border-bottom:1px solid var(--line);text-align:start;vertical-align:top}
td,dd{white-space:pre-line;word-break:keep-all;overflow-wrap:anywhere}
td{min-width:7.75rem;max-width:24rem;font-variant-numeric:tabular-nums}
th{color:var(--muted);white-space:nowrap}
tbody tr:last-child>*{border-bottom:0}
dl{margin:0;padding:.25rem 1rem;border:1px solid var(--line);border-radius:8px;background:var(--panel)}
dl>div{display:grid;grid-template-columns:minmax(0,14rem) minmax(0,1fr);gap:0 1rem;padding:.5rem 0}
dl>div+div{border-top:1px solid var(--line)}
dt{color:var(--muted)}
dd{margin:0}
@media (max-width:30rem){dl>div{grid-template-columns:1fr}}
@media screen and (max-width:45rem){
.wide{overflow:visible}
thead{display:none}
table,tbody,tr{display:block}
tr{padding:.5rem 0;border-bottom:1px solid var(--line)}
tbody tr:last-child{border-bottom:0}
td{display:grid;grid-template-columns:minmax(0,9rem) minmax(0,1fr);gap:0 1rem;max-width:none;padding:.25rem 1rem;border:0}
td::before{content:attr(data-column);color:var(--muted)}
}
:focus-visible{outline:2px solid var(--key);outline-offset:2px}
@page{size:A4 landscape;margin:12mm}
@media print{
:root{color-scheme:light;--ground:#fff;--panel:#fff;--text:#000;--muted:#444;--line:#bbb;--key:#000}
body{max-width:none;padding:0;font-size:10pt}
h1{font-size:16pt}
h2{margin-top:1.25rem;font-size:12pt;break-after:avoid}
.wide{overflow:visible;border-radius:0}
table{font-size:8pt}
thead{display:table-header-group}
tr,dl>div{break-inside:avoid}
th{white-space:normal;overflow-wrap:anywhere}
th,td{min-width:0;padding:.2rem .35rem}
}
</style>`);
