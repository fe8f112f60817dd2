import { joinOwnerNames, ownerKeyOf, propertyIdOf } from '../../properties/index.ts'
import { emailAddress, lineTypeOf, phoneDigits } from '../contact-rules.ts'
import type { FoundContact } from '../contact-vendor.ts'
import type { Layout } from './columns-rules.ts'

type Cell = (place: number | undefined) => string

export type RowOwner = { ownerKey: string } | { propertyId: string; countyFips: string }

export type ReadRow = { owner: RowOwner; contacts: FoundContact[]; dropped: number } | { reason: string }

export function readRow(layout: Layout, cell: Cell): ReadRow {
  const owner = ownerIn(layout, cell)
  if (typeof owner === 'string') return { reason: owner }
  const { contacts, dropped } = contactsIn(layout, cell)
  if (contacts.length > 0) return { owner, contacts, dropped }
  return { reason: dropped > 0 ? 'None of its phones and emails can be one.' : 'It has no phone and no email.' }
}

const largestKey = 2n ** 64n - 1n

/** The key where there is one, else names and mailing address as the rolls', else the parcel. */
function ownerIn(layout: Layout, cell: Cell): RowOwner | string {
  const key = cell(layout.ownerKey)
  if (key !== '') {
    const isKey = /^\d{1,20}$/.test(key) && BigInt(key) > 0n && BigInt(key) <= largestKey
    return isKey ? { ownerKey: String(BigInt(key)) } : 'Its owner key is no number that an owner can have.'
  }
  const named = namedOwner(layout, cell)
  if (named !== null) return { ownerKey: String(named) }
  const apn = cell(layout.apn)
  const fips = cell(layout.countyFips)
  if (apn === '' || fips === '') return 'It does not say whose it is: a name and a mailing address are needed.'
  const countyFips = fips.padStart(5, '0')
  if (!/^\d{5}$/.test(countyFips)) return 'Its county code is not of five digits.'
  return { propertyId: String(propertyIdOf(countyFips, apn)), countyFips }
}

function namedOwner(layout: Layout, cell: Cell): bigint | null {
  const { mailing, first, last } = layout
  const whole = joinOwnerNames(layout.names.map(cell))
  const names = whole.length > 0 ? whole : joinOwnerNames([`${cell(last)} ${cell(first)}`])
  const address = `${cell(mailing.street)} ${cell(mailing.unit)}`.trim()
  const zip = zipOf(cell(mailing.zip))
  return ownerKeyOf(names, { address, city: cell(mailing.city), state: cell(mailing.state).toUpperCase(), zip })
}

/** The five digits of a ZIP, with the zero back that a spreadsheet took from its front. */
const zipOf = (text: string) => /^(\d{4,5})(?:[ -]?\d{4})?$/.exec(text)?.[1]?.padStart(5, '0') ?? ''

function contactsIn(layout: Layout, cell: Cell): { contacts: FoundContact[]; dropped: number } {
  const found = new Map<string, FoundContact>()
  let dropped = 0
  const take = (said: string, contact: FoundContact | null) => {
    if (said === '') return
    if (!contact) dropped += 1
    else if (!found.has(contact.value)) found.set(contact.value, contact)
  }
  for (const { number, lineType, called } of layout.phones) {
    const said = cell(number)
    const value = phoneDigits(said)
    take(said, value === null ? null : { kind: 'PHONE', value, lineType: lineTypeOf(cell(lineType) || called) })
  }
  for (const place of layout.emails) {
    const said = cell(place)
    const value = emailAddress(said)
    take(said, value === null ? null : { kind: 'EMAIL', value, lineType: '' })
  }
  return { contacts: [...found.values()], dropped }
}
