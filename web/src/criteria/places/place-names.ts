type Point = { lat: number; lng: number }

const pointNames = new Map<string, string>()
const countyNames = new Map<string, string>()

const toKey = ({ lat, lng }: Point) => `${lat},${lng}`

/** Remembers the name of a point until the page is closed, because the criteria only have its coordinates. */
export const rememberPoint = (point: Point, name: string) => pointNames.set(toKey(point), name)

/** The name of a point, if it was chosen by name on this page. */
export const getPointName = (point: Point) => pointNames.get(toKey(point))

/** Remembers the names of listed counties, so that a picked county needs no request for its name. */
export function rememberCounties(listed: readonly { value: string; label: string }[]) {
  for (const { value, label } of listed) countyNames.set(value, label)
}

export const getCountyName = (fips: string) => countyNames.get(fips)
