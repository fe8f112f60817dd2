import type { Buyer } from '@dooryard/contract/properties/buyers'
import type { Property, PropertyRow } from '@dooryard/contract/properties/properties'
import type { Transfer } from '@dooryard/contract/properties/transfers'
import type { SelectedLead } from '../present-property.ts'

/** Of a fixed length, so that it tells nothing about the text it hides. */
const hidden = '•••••'

const word = /[\p{L}\p{N}][^\s,&/]*/gu

/**
 * Cuts each word of a name to its first letter: `TESTWELL HOLDINGS LLC` → `T••••• H••••• L•••••`. A word of one letter
 * gets the bullets, too.
 */
export function maskName(name: string): string {
  const initials = name.match(word)?.map((text) => [...text][0] + hidden) ?? []
  return initials.join(' ') || hidden
}

const maskNullable = (name: string | null) => name && maskName(name)
const hide = (text: string | null) => text && hidden

type Mailing = Pick<PropertyRow, 'mailingAddress' | 'mailingZip'>

/** The ZIP goes with the street, because one of nine digits names a side of a block. City and state stay. */
const maskMailing = ({ mailingAddress, mailingZip }: Mailing): Mailing => ({
  mailingAddress: hide(mailingAddress),
  mailingZip: hide(mailingZip),
})

/** `isOwnerMasked` is false where there is no owner to hide. */
export const maskRow = <Row extends Omit<PropertyRow, 'isOwnerMasked'>>(
  row: Row,
): Row & { isOwnerMasked: boolean } => ({
  ...row,
  ...maskMailing(row),
  ownerName: row.ownerName === null ? null : row.ownerName.split(' & ').map(maskName).join(' & '),
  isOwnerMasked: row.ownerName !== null || row.mailingAddress !== null,
})

/** Deeds name the current owner and those before, so both parties of each are masked. Lenders are not owners. */
export function maskProperty(property: Omit<Property, 'isOwnerMasked'>): Property {
  const row = maskRow(property)
  return {
    ...row,
    ownerNames: property.ownerNames.map(maskName),
    transfers: property.transfers.map(maskTransfer),
    isOwnerMasked: row.isOwnerMasked || property.transfers.some(({ buyer, seller }) => buyer ?? seller),
  }
}

const maskTransfer = (transfer: Transfer): Transfer => ({
  ...transfer,
  buyer: maskNullable(transfer.buyer),
  seller: maskNullable(transfer.seller),
})

type LeadOwner = Pick<SelectedLead, 'ownerNames' | 'mailingAddress' | 'mailingCity' | 'mailingState'>

/** The owner of a lead before it is purchased; `maskedMailing` is null where no mailing address is known. */
export const maskLeadOwner = ({ ownerNames, mailingAddress, mailingCity, mailingState }: LeadOwner) => ({
  maskedOwner: ownerNames.map(maskName).join(' & '),
  maskedMailing: mailingAddress && [hidden, mailingCity, mailingState].filter(Boolean).join(', '),
})

export const maskBuyer = (buyer: Omit<Buyer, 'isOwnerMasked'>): Buyer => ({
  ...buyer,
  ...maskMailing(buyer),
  // Spellings differ in the letters that are hidden.
  names: [...new Set(buyer.names.map(maskName))],
  transfers: buyer.transfers.map((deed) => ({ ...deed, seller: maskNullable(deed.seller) })),
  isOwnerMasked: true,
})

/** A saved buyer, of whose deeds nothing is shown. */
export const maskSavedBuyer = <Saved extends Mailing & { names: string[] }>(buyer: Saved): Saved => ({
  ...buyer,
  ...maskMailing(buyer),
  names: [...new Set(buyer.names.map(maskName))],
})
