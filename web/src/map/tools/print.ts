import type { MapLibreMap } from 'maplibre-gl'
import classes from './tools.module.css'

/** What margins leave of the smaller of Letter and A4 on its side, in CSS pixels. */
const paper = { width: 980, height: 718 }

/** Prints the map and its legend on a page of their own. */
export function printMap(map: MapLibreMap, frame: HTMLElement): void {
  // Only while a frame is drawn does the canvas have its pixels.
  map.once('render', () => {
    const picture = document.createElement('img')
    picture.className = classes['picture'] ?? ''
    picture.alt = ''
    picture.src = map.getCanvas().toDataURL()
    void picture.decode().then(() => printPicture(picture, map, frame))
  })
  map.triggerRepaint()
}

function printPicture(picture: HTMLImageElement, map: MapLibreMap, frame: HTMLElement): void {
  const { clientWidth: width, clientHeight: height } = frame
  const legends = [...frame.querySelectorAll('details')].filter(({ open }) => !open)
  frame.classList.add(classes['printed'] ?? '')
  for (const legend of legends) legend.open = true
  frame.style.setProperty('--printed-width', `${width}px`)
  frame.style.setProperty('--printed-height', `${height}px`)
  frame.style.setProperty('--printed-scale', String(Math.min(paper.width / width, paper.height / height)))
  map.getContainer().append(picture)
  // Waits until the dialog is closed where the browser does not wait itself.
  window.addEventListener(
    'afterprint',
    () => {
      frame.classList.remove(classes['printed'] ?? '')
      for (const legend of legends) legend.open = false
      picture.remove()
    },
    { once: true },
  )
  window.print()
}
