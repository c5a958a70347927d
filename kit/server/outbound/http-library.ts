// Loaded late, by an import of this file and not of the package itself: of a CommonJS package a bundle
// gives a dynamic import no names.
// biome-ignore lint/performance/noBarrelFile: two names of one library.
export { Agent, fetch } from "undici";
