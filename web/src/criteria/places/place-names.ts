type Point = { lat: number; lng: number }

const points = new Map<string, string>()
const counties = new Map<string, string>()

const keyOf = ({ lat, lng }: Point) => `${lat},${lng}`

/** Remembers, until the page is left, what stands at a point that criteria are to be near: they themselves do not say. */
export const rememberPoint = (point: Point, name: string) => points.set(keyOf(point), name)

/** What stands at a point, if it was chosen by name on this page. */
export const nameOfPoint = (point: Point) => points.get(keyOf(point))

/** Remembers what a list of places calls counties, so that one picked from it has its name without being asked for. */
export function rememberCounties(listed: readonly { value: string; label: string }[]) {
  for (const { value, label } of listed) counties.set(value, label)
}

export const nameOfCounty = (fips: string) => counties.get(fips)
