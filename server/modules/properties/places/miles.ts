const earthMiles = 3_958.8
const toRadians = (degrees: number) => (degrees * Math.PI) / 180

export type Position = { lat: number; lng: number }

/** Great-circle distance by the haversine formula. */
export function getMiles(from: Position, to: Position): number {
  const [north, east] = [toRadians(to.lat - from.lat), toRadians(to.lng - from.lng)]
  const chord =
    Math.sin(north / 2) ** 2 + Math.cos(toRadians(from.lat)) * Math.cos(toRadians(to.lat)) * Math.sin(east / 2) ** 2
  return 2 * earthMiles * Math.asin(Math.min(1, Math.sqrt(chord)))
}
