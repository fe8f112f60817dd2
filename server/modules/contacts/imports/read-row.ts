import { joinOwnerNames, normalizeZip, toOwnerKey, toPropertyId } from '../../properties/index.ts'
import { normalizeEmail, normalizePhone, parseLineType } from '../contact-rules.ts'
import type { FoundContact } from '../vendor/contact-vendor.ts'
import type { ContactFileLayout } from './columns-rules.ts'

type GetCell = (place: number | undefined) => string

export type RowOwner = { ownerKey: string } | { propertyId: string; countyFips: string }

export type ReadRow = { owner: RowOwner; contacts: FoundContact[]; dropped: number } | { reason: string }

export function readRow(layout: ContactFileLayout, cell: GetCell): ReadRow {
  const owner = readOwner(layout, cell)
  if (typeof owner === 'string') return { reason: owner }
  const { contacts, dropped } = readRowContacts(layout, cell)
  if (contacts.length > 0) return { owner, contacts, dropped }
  return { reason: dropped > 0 ? 'None of its phones and emails is valid.' : 'It has no phone and no email.' }
}

const maxOwnerKey = 2n ** 64n - 1n

/** Uses the owner key if given, else name and mailing address as in rolls, else the parcel. */
function readOwner(layout: ContactFileLayout, cell: GetCell): RowOwner | string {
  const key = cell(layout.ownerKey)
  if (key !== '') {
    const isKey = /^\d{1,20}$/.test(key) && BigInt(key) > 0n && BigInt(key) <= maxOwnerKey
    return isKey ? { ownerKey: String(BigInt(key)) } : 'Its owner key is no number that an owner can have.'
  }
  const named = getNamedOwnerKey(layout, cell)
  if (named !== null) return { ownerKey: String(named) }
  const apn = cell(layout.apn)
  const fips = cell(layout.countyFips)
  if (apn === '' || fips === '') return 'It names no owner: a name and a mailing address are needed.'
  const countyFips = fips.padStart(5, '0')
  if (!/^\d{5}$/.test(countyFips)) return 'Its county code is not of five digits.'
  return { propertyId: String(toPropertyId(countyFips, apn)), countyFips }
}

function getNamedOwnerKey(layout: ContactFileLayout, cell: GetCell): bigint | null {
  const { mailing, first, last } = layout
  const whole = joinOwnerNames(layout.names.map(cell))
  const names = whole.length > 0 ? whole : joinOwnerNames([`${cell(last)} ${cell(first)}`])
  const address = `${cell(mailing.street)} ${cell(mailing.unit)}`.trim()
  const zip = normalizeZip(cell(mailing.zip))
  return toOwnerKey(names, { address, city: cell(mailing.city), state: cell(mailing.state).toUpperCase(), zip })
}

function readRowContacts(layout: ContactFileLayout, cell: GetCell): { contacts: FoundContact[]; dropped: number } {
  const found = new Map<string, FoundContact>()
  let dropped = 0
  const take = (said: string, contact: FoundContact | null) => {
    if (said === '') return
    if (!contact) dropped += 1
    else if (!found.has(contact.value)) found.set(contact.value, contact)
  }
  for (const { number, lineType, called } of layout.phones) {
    const said = cell(number)
    const value = normalizePhone(said)
    take(said, value === null ? null : { kind: 'PHONE', value, lineType: parseLineType(cell(lineType) || called) })
  }
  for (const place of layout.emails) {
    const said = cell(place)
    const value = normalizeEmail(said)
    take(said, value === null ? null : { kind: 'EMAIL', value, lineType: '' })
  }
  return { contacts: [...found.values()], dropped }
}
