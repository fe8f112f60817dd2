export type ContactFileLayout = {
  ownerKey?: number | undefined
  names: number[]
  first?: number | undefined
  last?: number | undefined
  mailing: { street?: number | undefined; unit?: number | undefined; city?: number | undefined } & {
    state?: number | undefined
    zip?: number | undefined
  }
  countyFips?: number | undefined
  apn?: number | undefined
  /** `called` is the label of the phone in the header. */
  phones: { number: number; lineType?: number | undefined; called: string }[]
  emails: number[]
}

/** Reduces a header to letters and digits, so that `Owner Name`, `owner_name` and `OWNERNAME` are equal. */
const normalizeHeader = (header: string) => header.toLowerCase().replace(/[^a-z0-9]/g, '')

const ownerKeyNames = /^ownerkey$/
const nameNames = /^(owner|name|fullname|contactname|ownername|ownerfullname)[1-9]?$|^owner[1-9](full)?name$/
const firstNames = /^(owner1?|contact)?(first|firstname|fname|givenname)$/
const lastNames = /^(owner1?|contact)?(last|lastname|lname|surname|familyname)$/
const mail = '(mail|mailing|owner|ownermailing|mailto)'
const streetNames = new RegExp(`^${mail}(street|streetaddress|address|address1|addr|addr1|line1|addressline1)$`)
const unitNames = new RegExp(`^${mail}(unit|address2|addr2|line2|addressline2|suite|apt)$`)
const cityNames = new RegExp(`^${mail}(addresscity|city)$`)
const stateNames = new RegExp(`^${mail}(addressstate|state|st)$`)
const zipNames = new RegExp(`^${mail}(addresszip|zip|zipcode|zip5|postalcode|postcode)$`)
const fipsNames = /^(county)?fips(code)?$|^countyfips(code)?$/
const apnNames = /^(apn|parcel|parcelnumber|parcelid|parcelno|assessorparcelnumber|pin)$/
const phoneNames =
  /^(phone|phonenumber|telephone|tel|mobile|mobilephone|cell|cellphone|wireless|landline|homephone)(number)?(\d{0,2})$/
const prefixedPhoneNames = /^(phone|tel|mobile|cell|wireless|landline)(\d{1,2})(number)?$/
const typeNames = /^(phone|telephone|tel|line|phoneline)(\d{0,2})(line)?type(\d{0,2})$/
const emailNames = /^(e?mail|emailaddress)(\d{0,2})(address)?$/

export function detectLayout(header: readonly string[]): ContactFileLayout {
  const names = header.map(normalizeHeader)
  const findColumn = (pattern: RegExp) => {
    const place = names.findIndex((name) => pattern.test(name))
    return place < 0 ? undefined : place
  }
  const findColumns = (pattern: RegExp) => names.flatMap((name, place) => (pattern.test(name) ? [place] : []))
  const isPhone = (name: string) => phoneNames.test(name) || prefixedPhoneNames.test(name)
  const phones = names.flatMap((name, number) =>
    isPhone(name) ? [{ number, lineType: findTypeColumn(names, number), called: name }] : [],
  )
  return {
    ownerKey: findColumn(ownerKeyNames),
    names: findColumns(nameNames),
    first: findColumn(firstNames),
    last: findColumn(lastNames),
    mailing: {
      street: findColumn(streetNames),
      unit: findColumn(unitNames),
      city: findColumn(cityNames),
      state: findColumn(stateNames),
      zip: findColumn(zipNames),
    },
    countyFips: findColumn(fipsNames),
    apn: findColumn(apnNames),
    phones,
    emails: findColumns(emailNames),
  }
}

/** Finds the line type column of a phone: the one with the same number, or, if neither has a number, the next one. */
function findTypeColumn(names: readonly string[], phone: number): number | undefined {
  const getNumber = (name = '') => /\d{1,2}/.exec(name)?.[0] ?? ''
  const place = names.findIndex((name) => typeNames.test(name) && getNumber(name) === getNumber(names[phone]))
  if (place >= 0) return place
  return /^(line)?type$/.test(names[phone + 1] ?? '') ? phone + 1 : undefined
}

export const hasNameAndAddress = ({ names, last, mailing }: ContactFileLayout): boolean =>
  (names.length > 0 || last !== undefined) &&
  mailing.street !== undefined &&
  (mailing.zip !== undefined || mailing.city !== undefined)

const hasParcel = ({ countyFips, apn }: ContactFileLayout) => countyFips !== undefined && apn !== undefined

export function getHeaderError(header: readonly string[], layout = detectLayout(header)): string | null {
  const hasOwner = layout.ownerKey !== undefined || hasNameAndAddress(layout) || hasParcel(layout)
  const hasContact = layout.phones.length > 0 || layout.emails.length > 0
  if (hasOwner && hasContact) return null
  const missing = [
    ...(hasOwner
      ? []
      : [
          'the owner ("owner name" with "mailing address" and "mailing zip", or "county_fips" with "apn", or "owner_key")',
        ]),
    ...(hasContact ? [] : ['a phone or an email ("phone1", "email1")']),
  ]
  const found = header.filter((name) => name !== '').slice(0, 40)
  const has = found.length > 0 ? `it has ${found.join(', ')}` : 'it has none'
  return `The file needs columns for ${missing.join(' and for ')}; ${has}.`
}
