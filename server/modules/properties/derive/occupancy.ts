import type { Occupancy } from '@dooryard/contract/api/enums'
import { isNearlySameAddress, isSameAddress, type NormalAddress, normalizeAddress } from './address.ts'

export type Situs = { address: string; unit: string; city: string; state: string; zip: string }
export type Mailing = { address: string; city: string; state: string; zip: string; country: string }

/**
 * Compares the property's address with the tax bill's mailing address; unknown when either is unknown. Where they cannot
 * tell, a homestead is owner occupied. Without a homestead nothing follows: not every occupant applies for one.
 */
export function deriveOccupancy(
  situs: Situs,
  mailing: Mailing,
  mailingAddress = normalizeAddress(mailing.address),
  isHomestead: boolean | null = null,
): Occupancy {
  const occupancy = compareAddresses(situs, mailing, mailingAddress)
  if (!isHomestead) return occupancy
  // A post box in the same state is no residence.
  const isUnsettled =
    occupancy === 'UNKNOWN' || (occupancy === 'ABSENTEE_IN_STATE' && mailingAddress.street.startsWith('PO BOX '))
  return isUnsettled ? 'OWNER_OCCUPIED' : occupancy
}

function compareAddresses(situs: Situs, mailing: Mailing, mailingAddress: NormalAddress): Occupancy {
  if (mailing.country !== '' && mailing.country !== 'US') return 'ABSENTEE_FOREIGN'
  if (isMailedToProperty(situs, mailing, mailingAddress)) return 'OWNER_OCCUPIED'
  if (mailing.state === '') return 'UNKNOWN'
  if (mailing.state !== situs.state) return 'ABSENTEE_OUT_OF_STATE'
  // Within a state, only comparing the streets tells an absentee from an occupant.
  return situs.address === '' || mailing.address === '' ? 'UNKNOWN' : 'ABSENTEE_IN_STATE'
}

function isMailedToProperty(situs: Situs, mailing: Mailing, mailingAddress: NormalAddress): boolean {
  if (situs.address === '' || mailing.address === '') return false
  if (mailing.state !== '' && mailing.state !== situs.state) return false
  const isSameLine = situs.address === mailing.address && situs.unit === ''
  const situsAddress = isSameLine ? mailingAddress : normalizeAddress(situs.address, situs.unit)
  const [zip, mailingZip] = [situs.zip.slice(0, 5), mailing.zip.slice(0, 5)]
  if (zip !== '' && zip === mailingZip) return isNearlySameAddress(situsAddress, mailingAddress)
  return (
    (isCompatible(zip, mailingZip) || isCompatible(situs.city, mailing.city)) &&
    isSameAddress(situsAddress, mailingAddress)
  )
}

const isCompatible = (a: string, b: string) => a === '' || b === '' || a.toUpperCase() === b.toUpperCase()
