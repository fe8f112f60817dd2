import type { Random } from './random.ts'

// Given names are ordinary; family names, companies and streets say that they are made up.

// Each list has words in it, so it is not empty.
const words = (list: string) => list.trim().split(/\s+/) as [string, ...string[]]

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

const suffixes = [
  'ST',
  'ST',
  'AVE',
  'AVE',
  'DR',
  'DR',
  'LN',
  'LN',
  'RD',
  'CT',
  'PL',
  'WAY',
  'CIR',
  'TER',
  'BLVD',
] as const

export const givenName = (random: Random) => random.pick(givenNames)
export const familyName = (random: Random) => random.pick(familyNames)
export const streetName = (random: Random) =>
  `${random.pick(fancies)} ${random.pick(features)} ${random.pick(suffixes)}`

const initial = (random: Random) => (random.chance(0.5) ? ` ${'ABCDEFGHJKLMNPRSTW'[random.int(0, 17)]}` : '')

/** One or two people of one family. */
export function people(random: Random): string[] {
  const family = familyName(random)
  const first = `${givenName(random)}${initial(random)} ${family}`
  return random.chance(0.36) ? [first, `${givenName(random)} ${family}`] : [first]
}

const companyWords = [
  'PROPERTIES',
  'HOLDINGS',
  'HOMES',
  'RENTALS',
  'INVESTMENTS',
  'REALTY',
  'VENTURES',
  'EQUITY',
] as const

export const companyStem = (random: Random) =>
  random.chance(0.5)
    ? `${familyName(random)} ${random.pick(companyWords)}`
    : `${random.pick(fancies)} ${random.pick(features)} ${random.pick(companyWords)}`

export const placeName = (random: Random) => `${random.pick(fancies)} ${random.pick(features)}`

export const lenders = [
  ['PLACEHOLDER SAVINGS BANK', 'BANK'],
  ['FIRST SAMPLE BANK', 'BANK'],
  ['SPECIMEN NATIONAL BANK', 'BANK'],
  ['EXAMPLE FEDERAL CREDIT UNION', 'CREDIT_UNION'],
  ['TEMPLATE COMMUNITY CREDIT UNION', 'CREDIT_UNION'],
  ['MOCKFORD MORTGAGE COMPANY', 'MORTGAGE_COMPANY'],
  ['PROTOTYPE HOME LENDING', 'MORTGAGE_COMPANY'],
  ['IPSUM MORTGAGE COMPANY', 'MORTGAGE_COMPANY'],
  ['TRIALWORTH FINANCE', 'FINANCE_COMPANY'],
] as const
