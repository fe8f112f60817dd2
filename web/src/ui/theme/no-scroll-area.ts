/** In place of Mantine's scroll area, which Mantine imports and nothing here renders. */
export function ScrollAreaAutosize(): never {
  throw new Error('The scroll area of Mantine is left out of the build: use ScrollRegion.')
}

export const ScrollArea = Object.assign(() => ScrollAreaAutosize(), { Autosize: ScrollAreaAutosize })
