import { takeApplications } from "./screens/applications.ts";
import { takeConsole } from "./screens/console.ts";
import { takeKarte } from "./screens/karte.ts";
import { takeKarteStates } from "./screens/karte-states.ts";
import { clearPictures, countTaken } from "./screens/look.ts";
import { takeMoney } from "./screens/money.ts";
import { takePortal } from "./screens/portal.ts";
import { takeReadme } from "./screens/readme.ts";

// `npm run screens`: pictures of every screen in both languages and themes, into .cache/screens/,
// for people to look at. A part's name as argument takes that part alone, beside what is there, and
// looks such as `ja-dark-375` take those alone. `readme` is taken only when it is named: it writes into
// docs/pictures/.
const parts = {
  portal: takePortal,
  applications: takeApplications,
  money: takeMoney,
  karte: takeKarte,
  "karte-states": takeKarteStates,
  console: takeConsole,
  readme: takeReadme,
};

const wanted = process.argv.slice(2);
const named = wanted.filter((word) => word in parts);
if (wanted.length === 0) clearPictures();
for (const [name, takePart] of Object.entries(parts)) {
  if (named.length === 0 ? name !== "readme" : named.includes(name)) await takePart();
}
console.log(`${countTaken()} pictures in .cache/screens/`);
