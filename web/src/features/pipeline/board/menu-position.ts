const margin = 8

/** The place of a menu next to the right end of its anchor, inside the window. */
export function getMenuPosition(anchor: HTMLElement, { width, height }: { width: number; height: number }) {
  const { right, bottom, top } = anchor.getBoundingClientRect()
  const below = bottom + 4
  return {
    left: Math.max(margin, right - width),
    top: below + height > window.innerHeight - margin ? Math.max(margin, top - height - 4) : below,
  }
}
