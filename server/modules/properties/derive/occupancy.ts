import type { Occupancy } from '@dooryard/contract/vocabularies'
import { isAlmostSamePlace, isSamePlace, type NormalAddress, normaliseAddress } from './address.ts'

export type Situs = { address: string; unit: string; city: string; state: string; zip: string }
export type Mailing = { address: string; city: string; state: string; zip: string; country: string }

/** From where the tax bill goes; unknown where one of the two addresses is. */
export function occupancyOf(situs: Situs, mailing: Mailing, mailed = normaliseAddress(mailing.address)): Occupancy {
  if (mailing.country !== '' && mailing.country !== 'US') return 'ABSENTEE_FOREIGN'
  if (isPropertyItself(situs, mailing, mailed)) return 'OWNER_OCCUPIED'
  if (mailing.state === '') return 'UNKNOWN'
  if (mailing.state !== situs.state) return 'ABSENTEE_OUT_OF_STATE'
  // In the same state, only a comparison of the streets tells an absentee from an occupant.
  return situs.address === '' || mailing.address === '' ? 'UNKNOWN' : 'ABSENTEE_IN_STATE'
}

function isPropertyItself(situs: Situs, mailing: Mailing, there: NormalAddress): boolean {
  if (situs.address === '' || mailing.address === '') return false
  if (mailing.state !== '' && mailing.state !== situs.state) return false
  const isSameLine = situs.address === mailing.address && situs.unit === ''
  const here = isSameLine ? there : normaliseAddress(situs.address, situs.unit)
  const [zip, mailingZip] = [situs.zip.slice(0, 5), mailing.zip.slice(0, 5)]
  if (zip !== '' && zip === mailingZip) return isAlmostSamePlace(here, there)
  return (agree(zip, mailingZip) || agree(situs.city, mailing.city)) && isSamePlace(here, there)
}

const agree = (a: string, b: string) => a === '' || b === '' || a.toUpperCase() === b.toUpperCase()
