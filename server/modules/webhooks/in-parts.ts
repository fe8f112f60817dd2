/** Does something a part at a time, as long as each is a whole one: between short statements others have their turn. */
export async function inParts(size: number, doPart: () => Promise<number>): Promise<void> {
  while ((await doPart()) >= size);
}
