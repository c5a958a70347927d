/** Puts a copy button behind everything that is typed elsewhere; without a script nothing is missing. */
export const copyScript = `
const words = document.documentElement.lang === "ja"
  ? { copy: "コピー", copied: "コピーしました" }
  : { copy: "Copy", copied: "Copied" };
for (const code of document.querySelectorAll("[data-copy]")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = words.copy;
  button.setAttribute("aria-label", words.copy + ": " + code.textContent);
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(code.textContent);
    button.textContent = words.copied;
    setTimeout(() => { button.textContent = words.copy; }, 2000);
  });
  code.after(button);
}
`;
