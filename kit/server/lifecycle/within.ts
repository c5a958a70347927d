/** Waits for `work`, so many milliseconds. @throws Error when it takes longer; what it throws. */
export async function within(
  patience: number,
  work: () => Promise<unknown> | unknown,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`took longer than ${patience} ms`)), patience);
  });
  try {
    await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}
