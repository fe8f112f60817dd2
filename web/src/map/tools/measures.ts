import { formatNumber } from '../../lib/format/format.ts'
import { getMilesBetween } from '../draw/geometry.ts'

export type Place = [lng: number, lat: number]

const feetPerMile = 5280
const acresPerSquareMile = 640
const squareFeetPerAcre = 43_560
const earthMiles = 3958.7613
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** The way along places, in miles. */
export const getLength = (places: readonly Place[]): number =>
  places.slice(1).reduce((sum, [lng, lat], at) => {
    const [fromLng, fromLat] = places[at] as Place
    return sum + getMilesBetween({ lat: fromLat, lng: fromLng }, { lat, lng })
  }, 0)

/** The area that places enclose on the earth, in square miles. */
export function getArea(places: readonly Place[]): number {
  const sum = places.reduce((total, [lng, lat], at) => {
    const [nextLng, nextLat] = places[(at + 1) % places.length] as Place
    return total + radians(nextLng - lng) * (2 + Math.sin(radians(lat)) + Math.sin(radians(nextLat)))
  }, 0)
  return Math.abs((sum * earthMiles ** 2) / 2)
}

const round = (value: number, digits: number) => formatNumber(Number(value.toFixed(digits)))

/** Feet up to a quarter mile, then miles. */
export function formatDistance(miles: number): string {
  const feet = miles * feetPerMile
  return miles < 0.25 ? `${round(feet, 0)} ft` : `${round(miles, miles < 10 ? 2 : 1)} mi`
}

/** Square feet up to half an acre, acres up to a square mile, then square miles. */
export function formatArea(squareMiles: number): string {
  const acres = squareMiles * acresPerSquareMile
  if (acres < 0.5) return `${round(acres * squareFeetPerAcre, 0)} sq ft`
  return squareMiles < 1 ? `${round(acres, acres < 10 ? 2 : 1)} acres` : `${round(squareMiles, 1)} sq mi`
}
