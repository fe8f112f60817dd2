import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { textLine } from '../api/text.ts'

/** ISO 3166-1, alpha-2. */
const countryCodes = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ ' +
  'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR ' +
  'GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO ' +
  'JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR ' +
  'MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO ' +
  'RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV ' +
  'TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
).split(' ')

const names = new Intl.DisplayNames('en-US', { type: 'region' })

export const getCountryName = (code: string): string => names.of(code) ?? code

/** English names by code, in alphabetical order. */
export const countries: readonly { code: string; name: string }[] = countryCodes
  .map((code) => ({ code, name: getCountryName(code) }))
  .toSorted((one, other) => one.name.localeCompare(other.name, 'en-US'))

/** The forms of VAT numbers that the EU's register (VIES) has, by their first two letters. */
const vatForms = {
  AT: 'U[0-9]{8}',
  BE: '[0-9]{10}',
  BG: '[0-9]{9,10}',
  CY: '[0-9]{8}[A-Z]',
  CZ: '[0-9]{8,10}',
  DE: '[0-9]{9}',
  DK: '[0-9]{8}',
  EE: '[0-9]{9}',
  EL: '[0-9]{9}',
  ES: '[A-Z0-9][0-9]{7}[A-Z0-9]',
  FI: '[0-9]{8}',
  FR: '[A-Z0-9]{2}[0-9]{9}',
  HR: '[0-9]{11}',
  HU: '[0-9]{8}',
  IE: '[0-9][A-Z0-9+*][0-9]{5}[A-Z]{1,2}',
  IT: '[0-9]{11}',
  LT: '([0-9]{9}|[0-9]{12})',
  LU: '[0-9]{8}',
  LV: '[0-9]{11}',
  MT: '[0-9]{8}',
  NL: '[A-Z0-9+*]{10}[0-9]{2}',
  PL: '[0-9]{10}',
  PT: '[0-9]{9}',
  RO: '[0-9]{2,10}',
  SE: '[0-9]{12}',
  SI: '[0-9]{8}',
  SK: '[0-9]{10}',
  XI: '([0-9]{9}|[0-9]{12}|(GD|HA)[0-9]{3})',
}

/** The kinds of tax ids that Stripe checks, with their name on invoices and their form without blanks and hyphens. */
export const taxIdTypes = {
  US_EIN: { name: 'EIN (United States)', label: 'EIN', form: /^\d{9}$/, example: '12-3456789' },
  CA_BN: { name: 'Business number (Canada)', label: 'BN', form: /^\d{9}$/, example: '123456789' },
  EU_VAT: {
    name: 'VAT number (European Union)',
    label: 'VAT',
    form: new RegExp(
      `^(${Object.entries(vatForms)
        .map(([country, rest]) => country + rest)
        .join('|')})$`,
    ),
    example: 'DE123456789',
  },
  GB_VAT: {
    name: 'VAT number (United Kingdom)',
    label: 'VAT',
    form: /^GB(\d{9}|\d{12}|(GD|HA)\d{3})$/,
    example: 'GB123456789',
  },
  AU_ABN: { name: 'ABN (Australia)', label: 'ABN', form: /^\d{11}$/, example: '12345678912' },
} as const
export type TaxIdType = keyof typeof taxIdTypes

/** The tax id as authorities write it: an EIN with its hyphen. */
export const formatTaxId = (type: TaxIdType, taxId: string) =>
  type === 'US_EIN' ? taxId.replace(/^(\d{2})(?=\d{7}$)/, '$1-') : taxId

const line = (label: string) => textLine(`${label} must be text`).max(100, `${label} must be less than 100 characters`)
const requiredLine = (label: string) =>
  textLine(`${label} is required`).min(1, `${label} is required`).max(100, `${label} must be less than 100 characters`)

const Address = z.object({
  name: classified('personal', requiredLine('Name').describe('The person or company that is billed')),
  street: classified('personal', requiredLine('Street')),
  aptSuite: classified('personal', line('Apartment or suite').optional()),
  city: classified('personal', requiredLine('City')),
  state: classified('personal', line('State').optional()),
  postalCode: classified(
    'personal',
    textLine('ZIP code must be text').max(20, 'ZIP code must be less than 20 characters').optional(),
  ),
  country: classified('personal', z.enum(countryCodes, 'Choose a country').describe('ISO 3166-1, two letters')),
})

/** Who invoices are made out to. Without it they name the user's profile. */
export const BillingDetails = Address.extend({
  taxIdType: classified(
    'personal',
    z.enum(Object.keys(taxIdTypes) as [TaxIdType, ...TaxIdType[]], 'Choose the type of your tax ID').optional(),
  ),
  taxId: classified(
    'personal',
    textLine('Tax ID must be text')
      .overwrite((text) => text.replace(/[\s.-]/g, '').toUpperCase())
      .max(20, 'This tax ID is too long')
      .optional(),
  ),
})
  .strict()
  .superRefine(({ country, state, postalCode, taxIdType, taxId }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (country === 'US' && !state) refuse('state', 'State is required')
    if (country === 'US' && !/^\d{5}(-\d{4})?$/.test(postalCode ?? ''))
      refuse('postalCode', 'Enter a ZIP code like 37064')
    if (taxIdType && !taxIdTypes[taxIdType].form.test(taxId ?? ''))
      refuse('taxId', `Enter a number like ${taxIdTypes[taxIdType].example}`)
    if (taxId && !taxIdType) refuse('taxIdType', 'Choose the type of your tax ID')
  })
  .meta({
    id: 'BillingDetails',
    example: {
      name: 'Sampleton Roofing LLC',
      street: '12 Oak Lane',
      city: 'Franklin',
      state: 'TN',
      postalCode: '37064',
      country: 'US',
      taxIdType: 'US_EIN',
      taxId: '123456789',
    },
  })
export type BillingDetails = z.infer<typeof BillingDetails>
