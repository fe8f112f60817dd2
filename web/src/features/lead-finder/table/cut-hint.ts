const isCut = ({ scrollWidth, clientWidth }: Element) => scrollWidth > clientWidth

/** Gives the cell below the pointer its whole text as a tooltip while it is cut. Masked names have nothing to add. */
export function updateCutHint(target: EventTarget) {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[role="gridcell"]') : null
  if (!cell || cell.querySelector('[data-masked], [data-hint], input, button')) return
  const lines = [...cell.querySelectorAll(':scope > div > div')]
  const parts = lines.length > 0 ? lines : [cell]
  if ([cell, ...lines].some(isCut)) cell.dataset['hint'] = parts.map((part) => part.textContent).join(', ')
  else delete cell.dataset['hint']
}
