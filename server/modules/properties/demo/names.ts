import type { SimpleFaker } from '@faker-js/faker'
import { companyWords, familyWords, placeWords } from './names/coined-words.ts'

// Given names are ordinary; all other names are coined. Faker's own lists are not used, because they hold names of real
// people and places.

const splitNames = (list: string) => list.trim().split(/\s+/)

const givenNames = splitNames(`
  AVERY BLAKE CAMERON DANA ELLIS FRANCES GRAY HARPER INDIA JORDAN KENDALL LOGAN MORGAN NOEL OAKLEY PARKER QUINN
  REESE SAWYER TATUM UMA VAL WREN YAEL ZION ADA BEATRIZ CHIDI DEVI EMEKA FATIMA GIULIA HIRO INES JAMAL KEIKO LUIS
  MEI NADIA OMAR PRIYA RAFAEL SOFIA TOMAS URSULA VIKTOR WANDA XIMENA YUSUF ZARA`)

const companyKinds = splitNames('PROPERTIES HOLDINGS HOMES RENTALS INVESTMENTS REALTY VENTURES EQUITY')
const initials = [...'ABCDEFGHJKLMNPRSTW']

export const makeFamilyName = ({ helpers }: SimpleFaker) => helpers.arrayElement(familyWords)

export const makeCompanyWord = ({ helpers }: SimpleFaker) => helpers.arrayElement(companyWords)

export const makePlaceName = ({ helpers }: SimpleFaker) => helpers.arrayElement(placeWords)

/** One or two people of one family. */
export function makePeople({ helpers, datatype }: SimpleFaker): [string, ...string[]] {
  const family = helpers.arrayElement(familyWords)
  const initial = datatype.boolean(0.5) ? ` ${helpers.arrayElement(initials)}` : ''
  const first = `${helpers.arrayElement(givenNames)}${initial} ${family}`
  return datatype.boolean(0.36) ? [first, `${helpers.arrayElement(givenNames)} ${family}`] : [first]
}

export function companyBaseName(random: SimpleFaker): string {
  const stem = random.datatype.boolean(0.3) ? makeFamilyName(random) : makeCompanyWord(random)
  return `${stem} ${random.helpers.arrayElement(companyKinds)}`
}

export const lenders = [
  { lender: 'TREVANOR SAVINGS BANK', lenderType: 'BANK' },
  { lender: 'FIRST OSTERVALE BANK', lenderType: 'BANK' },
  { lender: 'CALDERMONT NATIONAL BANK', lenderType: 'BANK' },
  { lender: 'HARROWMERE FEDERAL CREDIT UNION', lenderType: 'CREDIT_UNION' },
  { lender: 'PELLANDER COMMUNITY CREDIT UNION', lenderType: 'CREDIT_UNION' },
  { lender: 'BRACKENFORD MORTGAGE COMPANY', lenderType: 'MORTGAGE_COMPANY' },
  { lender: 'SELDOVANT HOME LENDING', lenderType: 'MORTGAGE_COMPANY' },
  { lender: 'IVERMONT MORTGAGE COMPANY', lenderType: 'MORTGAGE_COMPANY' },
  { lender: 'NORVANTIS FINANCE', lenderType: 'FINANCE_COMPANY' },
] as const
