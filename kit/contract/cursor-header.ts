/** In which an answer that is text and no JSON says where the next call goes on. */
export const cursorHeader = "next-cursor";
