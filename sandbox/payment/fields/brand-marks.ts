import { type Html, html } from "@sekimori/kit-server/html";
import { type Brand, brands } from "../../cards/card-number.ts";

/** Plain marks, drawn here, in the colours people know the five brands by. */
const drawings: Readonly<Record<Brand, Html>> = {
  visa: html`<path fill="#1a1f71" transform="translate(-2.5 0)" d="M9 18 7 9h3l1.2 6.2L14 9h3l-4.6 9zM18 9h3l-1.4 9h-3zM22.5 16.2c1.9.9 4 .4 4-.5 0-1.3-3.9-1.2-3.9-3.9 0-2.4 3.3-3.4 6-2.4l-.4 2c-1.7-.7-3-.2-3 .5 0 1.2 4 1.2 3.9 3.9 0 2.5-3.8 3.1-6.9 1.9zM27.5 18 32 9h2.4l1.8 9h-2.5l-.3-1.6h-3l-.8 1.6zm3.8-3.6h1.8l-.5-2.8z"/>`,
  mastercard: html`<circle cx="15" cy="13" r="7" fill="#eb001b"/><circle cx="23" cy="13" r="7" fill="#f79e1b"/><path fill="#ff5f00" d="M19 7.3a7 7 0 0 1 0 11.4 7 7 0 0 1 0-11.4z"/>`,
  jcb: html`<path fill="#0e4c96" d="M9 8q0-2 2-2h4v12q0 2-2 2H9z"/><path fill="#d0103a" d="M16 8q0-2 2-2h4v12q0 2-2 2h-4z"/><path fill="#007a3d" d="M23 8q0-2 2-2h4v12q0 2-2 2h-4z"/>`,
  amex: html`<path fill="#006fcf" d="M6 4h26v18H6z"/><text x="19" y="16" fill="#fff" font-family="sans-serif" font-size="8.5" font-weight="700" text-anchor="middle" textLength="22" lengthAdjust="spacingAndGlyphs">AMEX</text>`,
  diners: html`<circle cx="19" cy="13" r="9" fill="#0079be"/><circle cx="19" cy="13" r="6.5" fill="#fff"/><path fill="#0079be" d="M17.5 8.8v8.4a4.5 4.5 0 0 1 0-8.4zM20.5 8.8a4.5 4.5 0 0 1 0 8.4z"/>`,
};

/** All five; the fields' script shows the one that the number names: which are taken is said in words. */
export function brandMarks(): Html {
  return html`<span class="marks" aria-hidden="true">${brands.map(
    (brand) => html`<svg data-mark="${brand}" hidden viewBox="0 0 38 26" width="30" height="20">
      <path fill="#fff" stroke="#c9ccd3" d="M3 .5h32q2.5 0 2.5 2.5v20q0 2.5-2.5 2.5H3Q.5 25.5.5 23V3Q.5.5 3 .5z"/>
      ${drawings[brand]}
    </svg>`,
  )}</span>`;
}
