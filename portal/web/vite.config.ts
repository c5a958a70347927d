import { join } from "node:path";
import { webApp } from "@sekimori/kit-web/build/vite-preset";
import { defineConfig } from "vite";

export default defineConfig(
  webApp({
    root: import.meta.dirname,
    endpoints: join(import.meta.dirname, "../contract/endpoints"),
    api: process.env.PORTAL_ORIGIN ?? "http://localhost:3000",
    shell: [
      /portal\/web\/app\/(draft\/|routing\/(?!linked-pages|member-pages|sign-up-pages)|sentences\/|session\/|shell\/(?!cookies-needed))/,
      /portal\/web\/app\/(passkey\/(passkey|signals|use-passkey-press)|captcha\/captcha-token|sign-up-flow\/(flow-pages|page-after-sign-in)|client|early-profile|language|site|toasts)\.ts$/,
      /portal\/contract\/(constants|endpoints\/passkeys|page-routes)\.ts$/,
    ],
    pages: [
      /portal\/contract\/endpoints\/(accounting-address|contract|data-export|invoice|linked-identities|monthly-summary|notice|openid|promotional-mail)\.ts$/,
      /portal\/contract\/legal\/(cancellation|days-after-trial|no-trial)\.ts$/,
      /portal\/web\/app\/(legal-query\.ts|shell\/application-logo\.tsx)$/,
      /kit\/(contract\/yen|web\/language\/unbroken-counts)\.ts$/,
    ],
    queries: [/portal\/web\/app\/profile-query\.ts$/],
  }),
);
