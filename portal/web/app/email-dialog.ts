/** My Page's question for another email address, as the page's address names it. */
export const emailDialog = "email";
