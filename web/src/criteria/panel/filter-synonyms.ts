/** The trade's other words for a field, by its group and key. */
const synonymsByField: Readonly<Record<string, string>> = {
  'property.assetClasses': 'residential commercial industrial agricultural land',
  'property.assetSubGroups': 'property kind sfr single family house home condo townhouse duplex multifamily mobile',
  'property.assetUseTypes': 'use code class code county use land use',
  'property.bedrooms': 'beds br bd rooms',
  'property.bathrooms': 'baths ba rooms',
  'property.livingAreaSqft': 'square feet footage sqft sq ft building size gla',
  'property.lotSqft': 'lot size acres acreage land parcel size square feet sqft',
  'property.yearBuilt': 'age construction built new',
  'property.units': 'doors apartments multifamily',
  'property.stories': 'floors levels',
  'property.estimatedValue': 'avm arv market value home value worth price',
  'property.assessedValue': 'assessment tax value',
  'owner.occupancies': 'absentee owner occupied occupancy out of state tenant',
  'owner.ownerTypes': 'company corporate business entity person',
  'owner.targetTypes': 'investor absentee flipper motivated seller target type',
  'owner.yearsOwned': 'length of ownership tenure',
  'owner.propertiesOwned': 'portfolio number of properties investor',
  'owner.mailingStates': 'out of state owner tax bill mail',
  'owner.acquiredByQc': 'quit claim qc deed',
  'owner.name': 'last name first name person',
  'owner.homestead': 'homestead exemption owner occupied primary residence',
  'mortgage.loanTypes': 'mortgage type financing',
  'mortgage.lenderTypes': 'mortgage bank',
  'mortgage.lenderName': 'bank mortgage company',
  'mortgage.openLoans': 'number of mortgages loans debt',
  'mortgage.balance': 'loan amount owed mortgage balance debt',
  'mortgage.originatedOn': 'loan date mortgage date origination',
  'mortgage.ltvPercent': 'ltv loan-to-value',
  'mortgage.equityPercent': 'high equity low equity percent',
  'mortgage.equityAmount': 'dollars high equity',
  'sale.soldOn': 'sale date sold date purchase date deed date recently sold',
  'sale.price': 'sale price sold price purchase price',
  'sale.deedTypes': 'deed type document quit claim warranty',
  'sale.cashPurchase': 'cash buyer cash purchase all cash',
  'sale.armsLength': 'arms length market sale',
  'sale.document': 'deed book page instrument number recording',
  'signals.anyOf': 'distress distressed motivated seller inheritance heir probate reo bank-owned delinquent taxes',
  'contact.hasPhone': 'phone number cell mobile skip trace call dnc',
  'contact.hasEmail': 'email address skip trace',
  'building.effectiveYear': 'effective age remodeled renovated year',
  'building.constructions': 'building material frame brick masonry exterior wall structure',
  'building.conditions': 'building condition grade fixer-upper quality cdu',
  'building.zoningCodes': 'zoning zone zoned land use district',
  'building.subdivision': 'plat neighborhood development addition tract',
  'building.legalDescription': 'legal lot block plat metes and bounds',
  'assessment.landValue': 'land value lot value assessment',
  'assessment.improvementValue': 'building value structure value improvements assessment',
  'assessment.valueYear': 'assessment year valuation roll year',
  'assessment.taxAmount': 'property tax amount taxes tax bill annual tax',
  'assessment.taxYear': 'property tax year',
}

/** Data that people ask for and Dooryard does not have: its name in a sentence, and the words typed for it. */
const missingTopics: readonly { name: string; words: readonly string[] }[] = [
  { name: 'price per square foot', words: ['price per', 'price/sqft', 'ppsf', 'psf', '$/sq', 'per sq'] },
  { name: 'lien', words: ['lien', 'judgment', 'judgement', 'mechanics', 'tax lien', 'irs'] },
  { name: 'probate', words: ['probate'] },
  {
    name: 'HOA',
    words: [
      'hoa',
      'homeowner',
      'homeowner association',
      'homeowners association',
      "homeowner's association",
      'condo fee',
    ],
  },
  { name: 'divorce', words: ['divorce'] },
  { name: 'bankruptcy', words: ['bankrupt', 'chapter 7', 'chapter 13'] },
  { name: 'eviction', words: ['eviction', 'evict'] },
  { name: 'building permit', words: ['permit', 'building permit'] },
  { name: 'flood zone', words: ['flood', 'fema'] },
  { name: 'school', words: ['school'] },
  {
    name: 'listing',
    words: ['mls', 'listing', 'listed', 'on market', 'off market', 'days on market', 'expired', 'for sale', 'fsbo'],
  },
  { name: 'rent', words: ['rent', 'rental', 'cap rate', 'lease'] },
  { name: 'pool', words: ['pool', 'swimming'] },
  { name: 'garage', words: ['garage', 'parking', 'carport'] },
  { name: 'basement', words: ['basement'] },
  { name: 'heating and cooling', words: ['hvac', 'heating', 'cooling', 'air condition'] },
  { name: 'solar', words: ['solar'] },
  { name: 'interest rate', words: ['interest', 'loan rate', 'mortgage rate', 'rate type'] },
  { name: 'crime', words: ['crime'] },
  { name: 'household', words: ['income', 'demographic', 'household', 'marital', 'children', 'credit score', 'birth'] },
]

const minTypedLength = 3

/** A single word is meant from its third letter on, a phrase once it is complete: `price` begins other filters, too. */
const isMeant = (typed: string, word: string) =>
  ` ${typed}`.includes(` ${word}`) || (/^\w+$/.test(word) && word.startsWith(typed))

/** The name of the missing data that a text asks for: `HOA`; undefined where it asks for none. */
export function findMissingTopic(text: string): string | undefined {
  const typed = text.trim().toLowerCase().replace(/\s+/g, ' ')
  if (typed.length < minTypedLength) return undefined
  return missingTopics.find(({ words }) => words.some((word) => isMeant(typed, word)))?.name
}

export const getSynonyms = (group: string, key: string): string => synonymsByField[`${group}.${key}`] ?? ''
