import { addLayers, circleLayer, pointFeature, setFeatures } from '../layers/layers.ts'
import type { MapCanvas } from '../view/use-map.ts'

const source = 'ours-here'
const closeUp = 15

const getPosition = () =>
  new Promise<GeolocationPosition>((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(resolve, reject, { timeout: 15_000, maximumAge: 60_000 })
  })

/** Shows where the device is, which the browser asks the user for. Returns what to say where it does not tell. */
export async function locate({ map, palette }: MapCanvas): Promise<string | undefined> {
  if (!isSecureContext) return 'Browsers share a location only with pages that are loaded over HTTPS.'
  try {
    const { coords } = await getPosition()
    const place = { lat: coords.latitude, lng: coords.longitude }
    const paint = { 'circle-color': palette.absentee, 'circle-radius': 7 }
    const ring = { 'circle-stroke-color': '#ffffff', 'circle-stroke-width': 3 }
    addLayers(map, [circleLayer(source, source, true, { ...paint, ...ring })])
    setFeatures(map, source, [pointFeature(place)])
    map.flyTo({ center: place, zoom: Math.max(map.getZoom(), closeUp) }, { by: 'user' })
    return undefined
  } catch (error) {
    // Not an instance of anything that all browsers know.
    const isRefused = (error as GeolocationPositionError).code === 1
    return isRefused
      ? 'Your browser does not share your location. Allow it in the settings of the browser.'
      : 'Your location could not be found. Try again.'
  }
}
