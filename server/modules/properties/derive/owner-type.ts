import type { OwnerType } from '@dooryard/contract/api/enums'

type Rule = readonly [type: OwnerType, phrases: string]

const toAlternatives = (phrases: string) =>
  phrases
    .trim()
    .split(/\s*\n\s*/)
    .join('|')

const wholeWords = (alternatives: string) => new RegExp(`\\b(?:${alternatives})(?!\\w)`)

// The order matters, because names overlap: a land bank is no bank, a bank's trust department no trust, and an
// incorporated church no company. A land trust is a private way to hold title in most states that have them. Rolls
// truncate long names, so some words may lack their end.
const rules: readonly Rule[] = [
  [
    'GOVERNMENT',
    toAlternatives(`^(?:CITY|TOWN|TOWNSHIP|VILLAGE|BOROUGH|COUNTY|STATE|COMMONWEALTH|PARISH|MUNICIPALITY) OF
      (?:CITY|TOWN|COUNTY) OF(?: THE)?$
      ^U(?:NITED)? ?S(?:TATES)?(?: OF)? ?A?(?:MERICA)?$
      UNITED STATES (?:OF AMERICA|POSTAL|DEP|GOV)\\w*
      (?:HOUSING|REDEVELOPMENT|TRANSPORTATION|TRANSIT|PORT|PARKING|AIRPORT|WATER|SEWER|TURNPIKE|STATE) AUTH(?:ORITY)?
      LAND ?BANK
      DEP(?:T|ARTMENT) (?:OF|PUB)
      SEC(?:RETARY OF|'?Y? OF (?:HUD|HOUSING|VETERANS))
      (?:SCHOOL|FIRE|WATER|PARK|UTILITY) DIST(?:RICT)?
      BOARD OF EDUCATION
      PUBLIC (?:SCHOOLS?|WORKS|PROPERTY)
      METRO(?:POLITAN)? GOV\\w*
      HOUSING AND URBAN DEV\\w*
      VETERANS (?:AFFAIRS|ADMINISTRATION)`),
  ],
  [
    'ASSOCIATION',
    toAlternatives(`(?:HOME ?|PROPERTY |UNIT |CONDO(?:MINIUM)? )OWNERS'? ?ASS(?:OC|N|OCIATION|'N)
      CONDO(?:MINIUM)?S? (?:ASS(?:OC|N|OCIATION)|TRUST)
      CONDO(?:MINIUM)?S?$
      HOA (?:INC|CORP|LLC)`),
  ],
  [
    'LENDER',
    toAlternatives(`(?:SAVINGS|NATIONAL|FEDERAL|COMMUNITY|STATE|COOPERATIVE|TRUST|NATL|CITIZENS|COMMERCE|PEOPLES) BANK
      BANK (?:OF|NATIONAL|N ?A|USA|FSB|TRUST|AND)
      BANK$
      BANK.* NATIONAL ASSOCIATION
      (?:FEDERAL )?CREDIT UNION
      MORTGAGE (?:CORP\\w*|CO(?:MPANY)?|LLC|INC|SERVIC\\w*|ASS(?:N|OC|OCIATION)|TRUST|LOAN)
      (?:HOME )?LOAN (?:SERVIC\\w*|TRUST|ACQUISITION)
      FANNIE MAE
      FREDDIE MAC
      FEDERAL (?:NATIONAL|HOME LOAN) MORTGAGE
      SAVINGS? (?:(?:AND|&) )?LOAN
      FEDERAL SAVINGS?
      USA N ?A
      SAVINGS FUND`),
  ],
  [
    'BUILDER',
    toAlternatives(`(?:HOME ?)?BUILDERS?(?: .*)? (?:LLC|INC|CORP|LP|CO|LTD)
      (?:DEVELOPERS?|DEVELOPMENT|HOMEBUILDERS?|CONSTRUCTION)(?: .*)? (?:LLC|INC|CORP|LP|LLP|CO|COMPANY|LTD)
      CONSTRUCTION (?:CO|COMPANY|GROUP)`),
  ],
  ['LLC', toAlternatives('L ?L ?C\n L ?L ?L ?C\n L ?C\n (?:LIMITED|LTD) LIAB\\w*')],
  [
    'PARTNERSHIP',
    toAlternatives(
      'L ?L ?P\n L ?P\n L ?L ?L ?P\n GP$\n JV$\n JOINT VENTURE\n PARTNERSHIP\n LIMITED PARTNER\\w*\n LTD PTN?R?SHIP',
    ),
  ],
  [
    'NONPROFIT',
    toAlternatives(`CHURCH(?:ES)?
      MINISTR(?:Y|IES)
      CONGREGATION
      SYNAGOGUE
      MOSQUE
      TEMPLE
      PARISH
      (?:ARCH)?DIOCESE
      CATHEDRAL
      CHAPEL
      BAPT(?:IST)?$
      (?:BAPTIST|METHODIST|PRESBYTERIAN|LUTHERAN|EPISCOPAL|PENTECOSTAL) .+
      TABERNACLE
      JEHOVAH\\w*
      SALVATION ARMY
      HABITAT FOR HUMANITY
      Y ?M ?C ?A
      FOUNDATION
      UNIVERSITY
      COLLEGE
      ACADEMY
      SCHOOL
      HOSPITAL
      SOCIETY
      MUSEUM
      LIBRARY
      CEMETERY
      CHARIT(?:IES|ABLE)
      OF CHARITY
      BISHOP OF
      IGLESIAS?
      ASSEMBLY
      WORSHIP CENTER
      FRIENDS OF
      NON ?PROFIT
      LEGION
      CENTER FOR
      CHRISTIAN (?:CENTER|CHURCH|FELLOW\\w*|MISSION)
      COMMUNITY (?:CENTER|COUNCIL|COUNSE\\w*|DEVELOPMENT|SERVICES)
      CHAMBER OF COMMERC\\w*
      (?:CONS(?:ERVATION)?|COMMUNITY LAND|CONSERVATION LAND) TRUST
      CONSERVANCY`),
  ],
  [
    'ESTATE',
    toAlternatives(`ESTATE OF
      EST OF
      (?<!(?:LIFE|REAL) )EST(?:ATE)?$
      HEIRS?
      DEC(?:D|EASED)
      PERSONAL REP(?:RESENTATIVE)?
      EXECUT(?:OR|RIX)
      ADMINISTRAT(?:OR|RIX)`),
  ],
  ['CORPORATION', toAlternatives('INC(?:ORPORATED)?$\n CORP$\n CORPORA\\w*$')],
  ['PARTNERSHIP', toAlternatives('PARTNERS\n ASSOCIATES')],
  [
    'TRUST',
    toAlternatives(`TRUST(?:S|EES?)?
      TR(?:S|E|U|US|ST)?(?: LE)?$
      TR(?:S|E)? (?:OF|ET|FOR|&|U/A)
      TTEES?
      SNT$
      FBO
      LAND ?TRUST
      (?:IR)?REVO(?:C|CABLE)?
      (?:REV|IRR|IRREV|LVG|LIVING|FAM|FAMILY|REALTY|NOM|NOMINEE) TR\\w*
      (?<=\\w.* )TR [A-Z]+ [A-Z]$`),
  ],
  [
    'CORPORATION',
    toAlternatives(`INC(?:ORPORATED)?
      CORP(?:ORATION)?
      CO
      COMPANY
      LTD
      LIMITED
      P ?C
      PROP(?:ERTY|ERTIES)?
      HOLDINGS?
      INVESTMENTS?
      INVESTORS
      REALTY
      REAL ESTATE
      ENTERPRISES?
      MANAGEM\\w*
      VENTURES?
      CAPITAL
      FUND(?:ING)?
      R ?E ?I ?T
      GROUP
      APARTMENTS?
      RENTALS
      HOMES
      HOUSING
      ACQUISITIONS?
      EQUIT(?:Y|IES)
      RAILROAD
      RAILWAY
      ELECTRIC
      TELEPHONE
      CONTRACTING
      CONSTRUCTION
      DEVELOPMENT
      INTERNATIONAL
      ASSOC(?:IATION)?
      CLUB
      HOTEL`),
  ],
]

// Family names that are also rule words: CHURCH MARY A is a person, FIRST CHURCH is not.
const surnames = new RegExp(
  '^(?:CHURCH|TEMPLE|CHAPEL|SCHOOL|COLLEGE|PARISH|LEGION|HOMES|CLUB|BANK|FUND|PARTNERS|TRUST) ' +
    '[A-Z]+(?: [A-Z])?(?: (?:JR|SR|II|III))?$',
)
const entity = /\b(?:OF|CO|INC|CORP|LLC|LP|UNIVERSITY|SCHOOL|ASSOC|ASSOCIATION|MINISTRIES|TRUST|FUND|CLUB)$/

const ruleRegExps = rules.map(([type, phrases]) => ({ type, says: wholeWords(phrases) }))
// Most owners are people, whom no rule matches: testing all rules in one expression takes half the time.
const anyRule = wholeWords(rules.map(([, phrases]) => phrases).join('|'))

function classifyName(name: string): OwnerType {
  if (!anyRule.test(name) || (surnames.test(name) && !entity.test(name))) return 'INDIVIDUAL'
  return ruleRegExps.find(({ says }) => says.test(name))?.type ?? 'INDIVIDUAL'
}

/** Classifies the owner by the names on a deed: the first name that is not a person decides; no names are UNKNOWN. */
export function classifyOwner(names: readonly string[]): OwnerType {
  let type: OwnerType = 'UNKNOWN'
  for (const name of names) {
    const plain = cleanName(name)
    if (plain === '') continue
    type = classifyName(plain)
    if (type !== 'INDIVIDUAL') return type
  }
  return type
}

const isUnclean = /[.,()[\]/]|[^\S ]|^ | $| {2}/

function cleanName(name: string): string {
  const upper = name.toUpperCase()
  // Most names need no cleaning, and millions are read.
  if (!isUnclean.test(upper)) return upper
  return (
    upper
      .replace(/\bG\.P\.?$/, 'GP')
      .replace(/[.,()[\]]/g, ' ')
      // CHURCH/MARY A is a person.
      .replace(/^\s*([A-Z'-]{2,})\//, '$1 ')
      .replace(/\s+/g, ' ')
      .trim()
  )
}
