import type { SimpleFaker } from '@faker-js/faker'

// Given names are ordinary; family names, companies and streets say that they are made up. Faker's own lists are not
// used, because names of theirs are names of real people and places.

const words = (list: string) => list.trim().split(/\s+/)

const givenNames = words(`
  AVERY BLAKE CAMERON DANA ELLIS FRANCES GRAY HARPER INDIA JORDAN KENDALL LOGAN MORGAN NOEL OAKLEY PARKER QUINN
  REESE SAWYER TATUM UMA VAL WREN YAEL ZION ADA BEATRIZ CHIDI DEVI EMEKA FATIMA GIULIA HIRO INES JAMAL KEIKO LUIS
  MEI NADIA OMAR PRIYA RAFAEL SOFIA TOMAS URSULA VIKTOR WANDA XIMENA YUSUF ZARA`)

const familyNames = words(`
  TESTWELL SAMPLETON PLACEHOLDER MOCKFORD EXAMPLETON FICTIONBY DEMOWAY FAUXLEY SPECIMAN DRAFTWOOD PRETENDHAM
  LOREMONT IPSUMDALE TRIALWORTH PROFORMA BLANKENFIELD TEMPLATESON STUBSWORTH NONESUCH ANONWICK MOCKINGHAM
  PROTOTYRE SANDBOXER SCAFFOLDRY INVENTSBY PHANTOMLY MADEUPTON IMAGINSON HYPOTHEWITZ THEORBY FIGMENTO FABRICATTI
  MAKEBELIEF OUTLINESKI WIREFRAMER BETAWORTH DUMMETTSON PSEUDONYMOS NOBODYAN FANCIFULLER`)

const fancies = words(`
  EXAMPLE SAMPLE SPECIMEN PLACEHOLDER FICTION DEMO TEMPLATE PROTOTYPE PRETEND IMAGINARY TRIAL DRAFT NOWHERE LOREM
  IPSUM MOCKUP WIREFRAME STORYBOOK`)

const features = words(`
  ORCHARD HOLLOW MEADOW RIDGE CREEK GROVE GLEN HILL BROOK POND VALE GARDEN VISTA SPRING WILLOW MAPLE CEDAR LAUREL
  HARBOR MILL BLUFF PRAIRIE CANYON FERN`)

const suffixes = words('ST ST AVE AVE DR DR LN LN RD CT PL WAY CIR TER BLVD')
const companyWords = words('PROPERTIES HOLDINGS HOMES RENTALS INVESTMENTS REALTY VENTURES EQUITY')
const initials = [...'ABCDEFGHJKLMNPRSTW']

export const familyName = ({ helpers }: SimpleFaker) => helpers.arrayElement(familyNames)

export const placeName = ({ helpers }: SimpleFaker) =>
  `${helpers.arrayElement(fancies)} ${helpers.arrayElement(features)}`

export const streetName = (random: SimpleFaker) => `${placeName(random)} ${random.helpers.arrayElement(suffixes)}`

/** One or two people of one family. */
export function people({ helpers, datatype }: SimpleFaker): [string, ...string[]] {
  const family = helpers.arrayElement(familyNames)
  const initial = datatype.boolean(0.5) ? ` ${helpers.arrayElement(initials)}` : ''
  const first = `${helpers.arrayElement(givenNames)}${initial} ${family}`
  return datatype.boolean(0.36) ? [first, `${helpers.arrayElement(givenNames)} ${family}`] : [first]
}

export function companyStem(random: SimpleFaker): string {
  const stem = random.datatype.boolean(0.5) ? familyName(random) : placeName(random)
  return `${stem} ${random.helpers.arrayElement(companyWords)}`
}

export const lenders = [
  { lender: 'PLACEHOLDER SAVINGS BANK', lenderType: 'BANK' },
  { lender: 'FIRST SAMPLE BANK', lenderType: 'BANK' },
  { lender: 'SPECIMEN NATIONAL BANK', lenderType: 'BANK' },
  { lender: 'EXAMPLE FEDERAL CREDIT UNION', lenderType: 'CREDIT_UNION' },
  { lender: 'TEMPLATE COMMUNITY CREDIT UNION', lenderType: 'CREDIT_UNION' },
  { lender: 'MOCKFORD MORTGAGE COMPANY', lenderType: 'MORTGAGE_COMPANY' },
  { lender: 'PROTOTYPE HOME LENDING', lenderType: 'MORTGAGE_COMPANY' },
  { lender: 'IPSUM MORTGAGE COMPANY', lenderType: 'MORTGAGE_COMPANY' },
  { lender: 'TRIALWORTH FINANCE', lenderType: 'FINANCE_COMPANY' },
] as const
