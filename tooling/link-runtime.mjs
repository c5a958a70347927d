// After every `npm install` and `npm ci`.
import { linkRuntime } from "./install.mjs";

linkRuntime();
