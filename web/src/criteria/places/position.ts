export type Position = { lat: number; lng: number }

export const formatPosition = ({ lat, lng }: Position) => `${lat.toFixed(4)}, ${lng.toFixed(4)}`

/** Parses a typed or pasted position: `36.15, -86.85`. */
export function parsePosition(typed: string): Position | undefined {
  const [, first, second] = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/.exec(typed) ?? []
  if (first === undefined || second === undefined) return undefined
  // Two whole numbers are the start of a street address.
  if (!first.includes('.') || !second.includes('.')) return undefined
  const [lat, lng] = [Number(first), Number(second)]
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : undefined
}
