/** The TXT records of the DNS. */
export interface TextRecords {
  /**
   * The texts at a name, each put together from its strings; none where there is no such name.
   * Undefined: nobody answered, or not in a way that says anything.
   */
  look(name: string): Promise<readonly string[] | undefined>;
}
