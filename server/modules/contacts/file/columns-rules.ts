export type Layout = {
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
  /** `called` is what the header calls it. */
  phones: { number: number; lineType?: number | undefined; called: string }[]
  emails: number[]
}

/** A header with nothing in it but letters and digits, so that `Owner Name`, `owner_name` and `OWNERNAME` are one. */
const plain = (header: string) => header.toLowerCase().replace(/[^a-z0-9]/g, '')

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
const turnedPhoneNames = /^(phone|tel|mobile|cell|wireless|landline)(\d{1,2})(number)?$/
const typeNames = /^(phone|telephone|tel|line|phoneline)(\d{0,2})(line)?type(\d{0,2})$/
const emailNames = /^(e?mail|emailaddress)(\d{0,2})(address)?$/

export function layoutOf(header: readonly string[]): Layout {
  const names = header.map(plain)
  const placeOf = (pattern: RegExp) => {
    const place = names.findIndex((name) => pattern.test(name))
    return place < 0 ? undefined : place
  }
  const placesOf = (pattern: RegExp) => names.flatMap((name, place) => (pattern.test(name) ? [place] : []))
  const isPhone = (name: string) => phoneNames.test(name) || turnedPhoneNames.test(name)
  const phones = names.flatMap((name, number) =>
    isPhone(name) ? [{ number, lineType: typeOf(names, number), called: name }] : [],
  )
  return {
    ownerKey: placeOf(ownerKeyNames),
    names: placesOf(nameNames),
    first: placeOf(firstNames),
    last: placeOf(lastNames),
    mailing: {
      street: placeOf(streetNames),
      unit: placeOf(unitNames),
      city: placeOf(cityNames),
      state: placeOf(stateNames),
      zip: placeOf(zipNames),
    },
    countyFips: placeOf(fipsNames),
    apn: placeOf(apnNames),
    phones,
    emails: placesOf(emailNames),
  }
}

/** The column that tells the kind of a phone: of its number, or, where neither has one, the next after it. */
function typeOf(names: readonly string[], phone: number): number | undefined {
  const numberOf = (name = '') => /\d{1,2}/.exec(name)?.[0] ?? ''
  const place = names.findIndex((name) => typeNames.test(name) && numberOf(name) === numberOf(names[phone]))
  if (place >= 0) return place
  return /^(line)?type$/.test(names[phone + 1] ?? '') ? phone + 1 : undefined
}

export const hasNameAndAddress = ({ names, last, mailing }: Layout): boolean =>
  (names.length > 0 || last !== undefined) &&
  mailing.street !== undefined &&
  (mailing.zip !== undefined || mailing.city !== undefined)

const hasParcel = ({ countyFips, apn }: Layout) => countyFips !== undefined && apn !== undefined

export function wrongHeader(header: readonly string[], layout = layoutOf(header)): string | null {
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
