import type { MapLibreMap } from 'maplibre-gl'
import classes from './tools.module.css'

/** What margins leave of the smaller of Letter and A4 on its side, in CSS pixels. */
const paper = { width: 980, height: 718 }

/** Prints the map, its scale and its legend on a page of their own. */
export function printMap(map: MapLibreMap, frame: HTMLElement): void {
  // Only while a frame is drawn does the canvas have its pixels.
  map.once('render', () => {
    const picture = document.createElement('img')
    picture.className = classes['picture'] ?? ''
    picture.alt = ''
    picture.src = map.getCanvas().toDataURL()
    void picture.decode().then(() => printSheet(buildSheet(frame, picture)))
  })
  map.triggerRepaint()
}

/** A copy of the map beside the page: the parts of the page around the map would cut it off. */
function buildSheet(frame: HTMLElement, picture: HTMLImageElement): HTMLElement {
  const { clientWidth: width, clientHeight: height } = frame
  const sheet = frame.cloneNode(true) as HTMLElement // a clone is of the same kind
  sheet.classList.add(classes['sheet'] ?? '')
  sheet.style.width = `${width}px`
  sheet.style.height = `${height}px`
  sheet.style.setProperty('--sheet-scale', String(Math.min(paper.width / width, paper.height / height)))
  sheet.querySelector('canvas')?.replaceWith(picture)
  for (const legend of sheet.querySelectorAll('details')) legend.open = true
  return sheet
}

function printSheet(sheet: HTMLElement): void {
  document.body.append(sheet)
  // Some browsers return while their dialog is still open.
  window.addEventListener('afterprint', () => sheet.remove(), { once: true })
  window.print()
}
