import type { SimpleFaker } from '@faker-js/faker'

// Given names are ordinary; family names, companies and streets are recognizably made up. Faker's own lists are not
// used, because they hold names of real people and places.

const splitNames = (list: string) => list.trim().split(/\s+/)

const givenNames = splitNames(`
  AVERY BLAKE CAMERON DANA ELLIS FRANCES GRAY HARPER INDIA JORDAN KENDALL LOGAN MORGAN NOEL OAKLEY PARKER QUINN
  REESE SAWYER TATUM UMA VAL WREN YAEL ZION ADA BEATRIZ CHIDI DEVI EMEKA FATIMA GIULIA HIRO INES JAMAL KEIKO LUIS
  MEI NADIA OMAR PRIYA RAFAEL SOFIA TOMAS URSULA VIKTOR WANDA XIMENA YUSUF ZARA`)

const familyNames = splitNames(`
  TESTWELL SAMPLETON PLACEHOLDER MOCKFORD EXAMPLETON FICTIONBY DEMOWAY FAUXLEY SPECIMAN DRAFTWOOD PRETENDHAM
  LOREMONT IPSUMDALE TRIALWORTH PROFORMA BLANKENFIELD TEMPLATESON STUBSWORTH NONESUCH ANONWICK MOCKINGHAM
  PROTOTYRE SANDBOXER SCAFFOLDRY INVENTSBY PHANTOMLY MADEUPTON IMAGINSON HYPOTHEWITZ THEORBY FIGMENTO FABRICATTI
  MAKEBELIEF OUTLINESKI WIREFRAMER BETAWORTH DUMMETTSON PSEUDONYMOS NOBODYAN FANCIFULLER`)

const placeholderWords = splitNames(`
  EXAMPLE SAMPLE SPECIMEN PLACEHOLDER FICTION DEMO TEMPLATE PROTOTYPE PRETEND IMAGINARY TRIAL DRAFT NOWHERE LOREM
  IPSUM MOCKUP WIREFRAME STORYBOOK`)

const features = splitNames(`
  ORCHARD HOLLOW MEADOW RIDGE CREEK GROVE GLEN HILL BROOK POND VALE GARDEN VISTA SPRING WILLOW MAPLE CEDAR LAUREL
  HARBOR MILL BLUFF PRAIRIE CANYON FERN`)

const suffixes = splitNames('ST ST AVE AVE DR DR LN LN RD CT PL WAY CIR TER BLVD')
const companyWords = splitNames('PROPERTIES HOLDINGS HOMES RENTALS INVESTMENTS REALTY VENTURES EQUITY')
const initials = [...'ABCDEFGHJKLMNPRSTW']

export const makeFamilyName = ({ helpers }: SimpleFaker) => helpers.arrayElement(familyNames)

export const makePlaceName = ({ helpers }: SimpleFaker) =>
  `${helpers.arrayElement(placeholderWords)} ${helpers.arrayElement(features)}`

export const makeStreetName = (random: SimpleFaker) =>
  `${makePlaceName(random)} ${random.helpers.arrayElement(suffixes)}`

/** One or two people of one family. */
export function makePeople({ helpers, datatype }: SimpleFaker): [string, ...string[]] {
  const family = helpers.arrayElement(familyNames)
  const initial = datatype.boolean(0.5) ? ` ${helpers.arrayElement(initials)}` : ''
  const first = `${helpers.arrayElement(givenNames)}${initial} ${family}`
  return datatype.boolean(0.36) ? [first, `${helpers.arrayElement(givenNames)} ${family}`] : [first]
}

export function companyBaseName(random: SimpleFaker): string {
  const stem = random.datatype.boolean(0.5) ? makeFamilyName(random) : makePlaceName(random)
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
