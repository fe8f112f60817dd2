import { assetSubGroups } from '@dooryard/contract/api/enums'
import type { LetterSender } from '@dooryard/contract/leads/letter-templates'
import type { MergeValues } from '@dooryard/contract/leads/merge-fields'
import { getCountyName, toTitleCase } from '../../../properties/index.ts'
import type { ExportLead } from '../../exports/export-cells.ts'
import { currentResident, formatOwners } from '../../exports/owner-texts.ts'

/** What of a text the fonts can print; may be empty. */
type ToPrinted = (text: string) => string

/** Post boxes keep their capitals. */
const toReadable = (text: string | null) => toTitleCase(text ?? '').replace(/\bPo Box\b/g, 'PO Box')

/** The name on the envelope. One that the fonts cannot print at all becomes the resident. */
export const formatAddressee = (lead: Pick<ExportLead, 'ownerNames'>, toPrinted: ToPrinted): string =>
  toPrinted(formatOwners(lead, 'TITLE').addressee) || currentResident

export type MailingAddress = { addressee: string; street: string; city: string; state: string; zip: string }

/** The lines of an address block. */
export const formatAddressLines = ({ addressee, street, city, state, zip }: MailingAddress): string[] => [
  addressee,
  street,
  `${city}, ${state} ${zip}`,
]

/** The mailing address of a lead as it is printed; null unless it is a full one in the US. */
export function formatMailingAddress(
  lead: Pick<ExportLead, 'mailingAddress' | 'mailingCity' | 'mailingState' | 'mailingZip'>,
  toPrinted: ToPrinted,
): Omit<MailingAddress, 'addressee'> | null {
  const [street, city] = [toPrinted(toReadable(lead.mailingAddress)), toPrinted(toReadable(lead.mailingCity))]
  const state = lead.mailingState?.trim().toUpperCase() ?? ''
  const [, zip, plusFour] = /^(\d{5})-?(\d{4})?$/.exec(lead.mailingZip?.trim() ?? '') ?? []
  if (!street || !city || !usMailStates.has(state) || !zip || zip === '00000') return null
  const hasPlusFour = plusFour !== undefined && plusFour !== '0000'
  return { street, city, state, zip: hasPlusFour ? `${zip}-${plusFour}` : zip }
}

/** States, territories and the military's post offices, by the codes of the post office. */
const usMailStates = new Set(
  (
    'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK ' +
    'OR PA RI SC SD TN TX UT VT VA WA WV WI WY AS GU MP PR VI AA AE AP'
  ).split(' '),
)

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** What the fields of a template become for a lead. */
export function buildMergeValues(
  lead: ExportLead,
  { sender, at, toPrinted }: { sender: LetterSender; at: Date; toPrinted: ToPrinted },
): MergeValues {
  const owner = formatOwners(lead, 'TITLE')
  const [person] = owner.people.filter(({ first }) => first !== '')
  const street = [toReadable(lead.address), toReadable(lead.unit)].filter(Boolean).join(' ')
  const values: MergeValues = {
    'owner.greeting': owner.salutation,
    'owner.firstName': person?.first ?? '',
    'owner.lastName': person?.last ?? '',
    'owner.name': owner.addressee,
    'owner.company': owner.company ?? '',
    'property.street': street,
    'property.city': toReadable(lead.city),
    'property.state': lead.state,
    'property.zip': lead.zip?.slice(0, 5) ?? '',
    'property.county': getCountyName(lead.countyFips),
    'property.type': lead.assetSubGroup ? assetSubGroups.label(lead.assetSubGroup) : '',
    'property.yearBuilt': lead.yearBuilt ? String(lead.yearBuilt) : '',
    'property.saleYear': lead.lastSaleDate?.slice(0, 4) ?? '',
    'sender.name': sender.name,
    'sender.company': sender.company,
    'sender.phone': sender.phone,
    date: dateFormat.format(at),
  }
  // A greeting without the letters of a name greets nobody.
  const greeting = toPrinted(values['owner.greeting'])
  const printed = Object.fromEntries(Object.entries(values).map(([field, value]) => [field, toPrinted(value)]))
  return { ...values, ...printed, 'owner.greeting': /^Dear .*\p{L}/u.test(greeting) ? greeting : 'Dear Property Owner' }
}
