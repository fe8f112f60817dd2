import type { MapLibreMap } from 'maplibre-gl'
import classes from './paper-copy.module.css'

/** Puts a picture of the map in its place on paper: browsers may print what WebGL has drawn as a blank. */
export function copyForPaper(map: MapLibreMap): () => void {
  const copy = document.createElement('canvas')
  copy.className = classes['paperCopy'] ?? ''
  copy.setAttribute('aria-hidden', 'true')
  const source = map.getCanvas()
  source.after(copy)
  const update = () => {
    // Only until the end of the task that draws a frame does the canvas have its pixels.
    map.redraw()
    copy.width = source.width
    copy.height = source.height
    copy.getContext('2d')?.drawImage(source, 0, 0)
  }
  window.addEventListener('beforeprint', update)
  return () => {
    window.removeEventListener('beforeprint', update)
    copy.remove()
  }
}
