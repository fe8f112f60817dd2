type Point = { lat: number; lng: number }

const names = new Map<string, string>()
const keyOf = ({ lat, lng }: Point) => `${lat},${lng}`

/** Remembers, until the page is left, what stands at a point that criteria are to be near: they themselves do not say. */
export function rememberPoint(point: Point, name: string) {
  names.set(keyOf(point), name)
}

/** What stands at a point, if it was chosen by name on this page. */
export const nameOfPoint = (point: Point) => names.get(keyOf(point))
