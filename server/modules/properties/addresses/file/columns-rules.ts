/** The columns of one address. A street without ZIP column has the whole address. */
export type AddressColumns = {
  street: number
  unit?: number | undefined
  city?: number | undefined
  state?: number | undefined
  zip?: number | undefined
}

export type FileLayout = { propertyId?: number | undefined; addresses: AddressColumns[] }

/** Reduces a header to letters and digits, so that `ZIP Code`, `zip_code` and `ZIPCODE` are equal. */
const normalizeHeader = (header: string) => header.toLowerCase().replace(/[^a-z0-9]/g, '')

const prefixes = {
  property: '(?:property|prop|situs|site|subject|location|premises)',
  mailing: '(?:mail|mailing|mailto|owner|ownermail|ownermailing|tax|taxbill|taxmailing|billing)',
  plain: '(?:home|contact|customer|client|recipient|current)?',
}

const parts = {
  street:
    '(?:(?:full|complete)?address|(?:full)?street(?:address)?|address1|addressline1|addressstreet|addr|addr1|line1|street1|streetaddress1)',
  unit: '(?:address2|addressline2|addr2|line2|street2|streetaddress2|unit|unitnumber|unitno|apt|aptnumber|aptno|apartment|suite|ste)',
  city: '(?:city|town|cityname|addresscity)',
  state: '(?:state|st|statecode|stateregion|stateprovince|province|addressstate)',
  zip: '(?:zip|zipcode|zip5|zippostalcode|postal|postalcode|postcode|addresszip|addresszipcode|(?:city)?(?:state|st)zip(?:code)?|csz)',
}

const propertyIdNames = /^(dooryard)?propertyid$/

type Part = keyof typeof parts

/** The columns that a header names, in any order and spelling. */
export function detectLayout(header: readonly string[]): FileLayout {
  const { propertyId, ...found } = findColumns(header)
  return { propertyId, addresses: completeAddresses(found) }
}

/** The columns of what a row itself is about: a mailing address counts only where there is no other. */
export function detectOwnLayout(header: readonly string[]): FileLayout {
  const { propertyId, plain, property, mailing } = findColumns(header)
  const none = { street: undefined, unit: undefined, city: undefined, state: undefined, zip: undefined }
  const kept =
    property.street !== undefined
      ? { plain: plain.street === undefined ? plain : none, property, mailing: none }
      : plain.street !== undefined
        ? { plain, property: none, mailing: none }
        : { plain, property: none, mailing }
  return { propertyId, addresses: completeAddresses(kept) }
}

function findColumns(header: readonly string[]) {
  const names = header.map(normalizeHeader)
  const find = (pattern: RegExp) => {
    const place = names.findIndex((name) => pattern.test(name))
    return place < 0 ? undefined : place
  }
  const findPart = (prefix: keyof typeof prefixes, part: Part) =>
    find(new RegExp(`^${prefixes[prefix]}${parts[part]}$`))
  const findAddress = (prefix: keyof typeof prefixes) => ({
    street: findPart(prefix, 'street'),
    unit: findPart(prefix, 'unit'),
    city: findPart(prefix, 'city'),
    state: findPart(prefix, 'state'),
    zip: findPart(prefix, 'zip'),
  })
  return {
    propertyId: find(propertyIdNames),
    plain: findAddress('plain'),
    property: findAddress('property'),
    mailing: findAddress('mailing'),
  }
}

type FoundColumns = { [Column in Part]: number | undefined }

/** `Property Address, City, State, Zip`: a place without an address of its own belongs to the property. */
function completeAddresses({ plain, property, mailing }: Record<keyof typeof prefixes, FoundColumns>) {
  const [first, second] = property.street === undefined ? [mailing, property] : [property, mailing]
  const borrows = plain.street === undefined && first.city === undefined && first.zip === undefined
  const completed = borrows ? { ...plain, street: first.street, unit: first.unit ?? plain.unit } : first
  return [plain, completed, second].flatMap(({ street, ...place }) =>
    street === undefined ? [] : [{ street, ...place }],
  )
}

const neededColumns =
  'an address (such as “Address”, “City”, “State” and “ZIP”, “Mailing Address” and “Mailing ZIP”, or “Property Address” ' +
  'and “Property ZIP”) or for “Property ID”'

const maxListedColumns = 40
const maxListedLetters = 60

/** Null for a header with the columns of an address, or with property ids. */
export function getHeaderError(header: readonly string[], layout = detectLayout(header)): string | null {
  if (layout.propertyId !== undefined || layout.addresses.length > 0) return null
  const found = header.filter((name) => name !== '').slice(0, maxListedColumns)
  const has = found.map((name) => name.slice(0, maxListedLetters)).join(', ')
  return `The file needs a header with columns for ${neededColumns}; ${found.length > 0 ? `it has ${has}` : 'it has none'}.`
}
