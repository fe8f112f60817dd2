// The projection of web maps, to the square that is the tile of zoom 0: from 0 at its north-western corner to 1.

export const toMercatorX = (lng: number): number => lng / 360 + 0.5

/** Poles are infinitely far away; the square ends at 85.05 degrees. */
export function toMercatorY(lat: number): number {
  const sine = Math.sin((lat * Math.PI) / 180)
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)
}

export const fromMercatorX = (x: number): number => (x - 0.5) * 360

export const fromMercatorY = (y: number): number => (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI
