import { z } from 'zod'

export type LabeledValue<Value extends string = string> = { value: Value; label: string; description: string }

export const enumWithLabels = <const Value extends string>(
  terms: Record<Value, readonly [label: string, description: string]>,
) => {
  const values = Object.keys(terms) as [Value, ...Value[]]
  return {
    values,
    terms: values.map((value) => ({ value, label: terms[value][0], description: terms[value][1] })),
    schema: z.enum(values),
    /** The label of a value; the value itself when it is not in the list. */
    label: (value: string) => (Object.hasOwn(terms, value) ? terms[value as Value][0] : value),
    /** The description of a value; empty when it is not in the list. */
    description: (value: string) => (Object.hasOwn(terms, value) ? terms[value as Value][1] : ''),
  }
}

export const assetClasses = enumWithLabels({
  RESIDENTIAL: ['Residential', 'One to four dwellings: houses, condominiums, townhouses, manufactured homes'],
  MULTIFAMILY: ['Multifamily', 'Five or more dwellings on one parcel'],
  COMMERCIAL: ['Commercial', 'Business use outside the narrower classes'],
  OFFICE: ['Office', 'Office and professional buildings'],
  RETAIL: ['Retail', 'Stores, shopping centers, restaurants'],
  INDUSTRIAL: ['Industrial', 'Manufacturing, warehouses, storage'],
  HOSPITALITY: ['Hospitality', 'Hotels, motels, inns'],
  AGRICULTURAL: ['Agricultural', 'Farms, timber, grazing'],
  VACANT_LAND: ['Vacant land', 'Land without a building'],
  EXEMPT: ['Exempt', 'Public, religious, educational and other untaxed property'],
  OTHER: ['Other', 'A use the county names that fits no other class'],
})

export const assetSubGroups = enumWithLabels({
  SINGLE_FAMILY: ['Single family', 'One detached dwelling'],
  CONDOMINIUM: ['Condominium', 'One unit held in common-interest ownership'],
  TOWNHOUSE: ['Townhouse', 'One attached dwelling on its own lot, row houses included'],
  COOPERATIVE: ['Cooperative', 'One unit held through shares'],
  MANUFACTURED_HOME: ['Manufactured home', 'Mobile and manufactured homes'],
  DUPLEX: ['Duplex', 'Two dwellings'],
  TRIPLEX: ['Triplex', 'Three dwellings'],
  FOURPLEX: ['Fourplex', 'Four dwellings'],
  SMALL_MULTIFAMILY: ['Two to four dwellings', 'Two to four dwellings, where the county does not say how many'],
  APARTMENT_5_TO_19: ['Apartments, 5 to 19', 'Apartment building of 5 to 19 dwellings'],
  APARTMENT_20_PLUS: ['Apartments, 20 or more', 'Apartment building of 20 or more dwellings'],
  APARTMENT: ['Apartments', 'Apartment building, where the county does not say how many dwellings'],
  GROUP_QUARTERS: ['Group quarters', 'Rooming houses, dormitories, care homes'],
  RESIDENTIAL_OTHER: ['Residential, other', 'Garages, sheds and yards that go with a dwelling'],
  MIXED_USE: ['Mixed use', 'Dwellings and business in one building'],
  OFFICE_BUILDING: ['Office building', 'Offices'],
  MEDICAL_OFFICE: ['Medical office', 'Offices of doctors and dentists, clinics'],
  STORE: ['Store', 'A shop or a row of shops'],
  STRIP_CENTER: ['Shopping center', 'Several stores with common parking'],
  RESTAURANT: ['Restaurant', 'Restaurants and bars'],
  AUTO_SERVICE: ['Automotive', 'Fuel stations, garages, dealers, parking'],
  COMMERCIAL_OTHER: ['Commercial, other', 'Services, and business use where the county says no more'],
  WAREHOUSE: ['Warehouse', 'Storage and distribution'],
  SELF_STORAGE: ['Self storage', 'Storage units let to the public'],
  MANUFACTURING: ['Manufacturing', 'Plants and workshops'],
  INDUSTRIAL_OTHER: ['Industrial, other', 'Quarries, and industry where the county says no more'],
  HOTEL: ['Hotel', 'Hotels, motels, inns'],
  RECREATION: ['Recreation', 'Clubs, theaters, marinas, golf courses'],
  UTILITY: ['Utility', 'Power, water, telephone, railroad'],
  FARM: ['Farm', 'Crops, livestock, orchards'],
  FOREST: ['Forest', 'Timber and woodland'],
  OPEN_SPACE: ['Open space', 'Conservation and recreation land'],
  RESIDENTIAL_LAND: ['Residential land', 'Vacant land zoned or usable for dwellings'],
  COMMERCIAL_LAND: ['Commercial land', 'Vacant land for business use'],
  INDUSTRIAL_LAND: ['Industrial land', 'Vacant land for industry'],
  LAND_OTHER: ['Land, other', 'Land, where the county does not say for what'],
  GOVERNMENT: ['Government', 'Federal, state, county and city property'],
  RELIGIOUS: ['Religious', 'Houses of worship and their grounds'],
  EDUCATIONAL: ['Educational', 'Schools, colleges, libraries, museums'],
  CHARITABLE: ['Charitable', 'Hospitals, charities, cemeteries'],
  OTHER: ['Other', 'A use the county names that fits no other group'],
})

export const ownerTypes = enumWithLabels({
  INDIVIDUAL: ['Individual', 'One or more people'],
  LLC: ['LLC', 'A limited liability company'],
  CORPORATION: ['Corporation', 'An incorporated company'],
  PARTNERSHIP: ['Partnership', 'A general or limited partnership'],
  TRUST: ['Trust', 'A trust or its trustee'],
  ESTATE: ['Estate', 'The estate or heirs of a deceased person'],
  LENDER: ['Lender', 'A bank, credit union, mortgage company or servicer'],
  GOVERNMENT: ['Government', 'A federal, state or local body, housing and redevelopment authorities included'],
  NONPROFIT: ['Nonprofit', 'A church, charity, school or hospital'],
  ASSOCIATION: ['Association', "A homeowners' or condominium association"],
  BUILDER: ['Builder', 'A home builder or developer'],
  UNKNOWN: ['Unknown', 'The county dataset names no owner'],
})

export const occupancies = enumWithLabels({
  OWNER_OCCUPIED: ['Owner occupied', 'The tax bill goes to the property itself'],
  ABSENTEE_IN_STATE: ['Absentee, in state', 'The tax bill goes to another address in the same state'],
  ABSENTEE_OUT_OF_STATE: ['Absentee, out of state', 'The tax bill goes to another state'],
  ABSENTEE_FOREIGN: ['Absentee, abroad', 'The tax bill goes abroad'],
  VACANT: ['Vacant per county', 'The county dataset says that it is vacant'],
  UNKNOWN: ['Unknown', 'The county dataset has no mailing address, or only a copy of the property address'],
})

export const yesNoUnknown = enumWithLabels({
  YES: ['Yes', 'The deed says so'],
  NO: ['No', 'The deed says otherwise'],
  UNKNOWN: ['Unknown', 'The county dataset does not say'],
})

export const targetTypes = enumWithLabels({
  OWNER_OCCUPANT: ['Owner occupant', 'A person who lives in the property'],
  ABSENTEE_OWNER: ['One-property absentee', 'A person with exactly one absentee property; with more, a landlord'],
  LANDLORD: ['Landlord', 'Holds two or more absentee properties'],
  FLIPPER: ['Flipper', 'Resold a property within 18 months of buying it'],
  CASH_BUYER: ['Cash buyer', 'Bought without a loan'],
  BUILDER: ['Builder', 'A home builder or developer'],
  LENDER: ['Lender', 'A bank or another holder of loans'],
  INSTITUTIONAL: [
    'Institutional',
    'A company or fund that holds ten or more properties, or a public or nonprofit body',
  ],
})

export const loanTypes = enumWithLabels({
  CONVENTIONAL: ['Conventional', 'Not insured by a government agency'],
  FHA: ['FHA', 'Insured by the Federal Housing Administration'],
  VA: ['VA', 'Guaranteed by the Department of Veterans Affairs'],
  USDA: ['USDA', 'Guaranteed by the Department of Agriculture'],
  HELOC: ['HELOC', 'Home equity line of credit'],
  REVERSE: ['Reverse', 'Reverse mortgage'],
  SELLER_CARRYBACK: ['Seller carryback', 'The seller lent to the buyer'],
  PRIVATE: ['Private', 'Lent by a person'],
  HARD_MONEY: ['Hard money (inferred)', 'Short-term asset-based loan, inferred from lender and term'],
  COMMERCIAL: ['Commercial', 'Loan on business property'],
  CONSTRUCTION: ['Construction', 'Loan to build'],
  UNKNOWN: ['Unknown', 'The deed does not say'],
})

export const lenderTypes = enumWithLabels({
  BANK: ['Bank', 'Bank or savings institution'],
  CREDIT_UNION: ['Credit union', 'Credit union'],
  MORTGAGE_COMPANY: ['Mortgage company', 'Company that lends on real estate'],
  FINANCE_COMPANY: ['Finance company', 'Other finance company'],
  PRIVATE: ['Private', 'A person'],
  GOVERNMENT: ['Government', 'A government body'],
  UNKNOWN: ['Unknown', 'The deed does not say'],
})

export const rateTypes = enumWithLabels({
  FIXED: ['Fixed', 'Fixed rate'],
  ADJUSTABLE: ['Adjustable', 'Adjustable rate'],
  UNKNOWN: ['Unknown', 'The deed does not say'],
})

export const deedTypes = enumWithLabels({
  WARRANTY: ['Warranty deed', 'The seller warrants the title'],
  SPECIAL_WARRANTY: ['Special warranty deed', 'The seller warrants the title for their own time'],
  GRANT: ['Grant deed', 'Deed of grant'],
  QUITCLAIM: ['Quitclaim deed', "Transfers the grantor's interest, without warranty"],
  TRUSTEE: ['Trustee deed', "A trustee's or executor's deed"],
  FORECLOSURE: ['Foreclosure deed', "Sheriff's, master's or foreclosure deed"],
  TAX: ['Tax deed', 'Sold for unpaid taxes'],
  OTHER: ['Other', 'Another instrument'],
  UNKNOWN: ['Unknown', 'The county dataset does not say'],
})

export const signals = enumWithLabels({
  VACANT: ['Reported vacant', 'The county dataset or the postal service says that it is vacant'],
  TAX_DELINQUENT: ['Tax delinquent', 'Property tax is overdue'],
  PRE_FORECLOSURE: ['Pre-foreclosure', 'A notice of default or a lawsuit to foreclose is on record'],
  AUCTION: ['Auction', 'A foreclosure sale is scheduled'],
  BANK_OWNED: ['Bank owned', 'A lender holds the deed'],
  INHERITED: ['Inherited', 'An estate or heirs hold the deed'],
  FREE_AND_CLEAR: ['Free and clear', 'The mortgages are known, and there is none'],
  HIGH_EQUITY: ['High equity', 'Open mortgages are at most half of the estimated value'],
  LOW_EQUITY: ['Low equity', 'Open mortgages are at least 80% of the estimated value'],
  TIRED_LANDLORD: ['Tired landlord', 'An absentee owner of 15 years or more'],
  SENIOR_EXEMPTION: ['Senior exemption', 'The county dataset has an exemption for age'],
  OUT_OF_STATE_OWNER: ['Out of state or abroad', 'The tax bill goes to another state or abroad'],
  RECENTLY_SOLD: ['Recently sold', 'Sold within twelve months before the county dataset was recorded'],
  CODE_VIOLATION: ['Code violation', 'An open violation of the building or housing code'],
})

/** What a user has purchased of a lead in the last 365 days, as a filter. */
export const purchasedParts = enumWithLabels({
  ANY: ['Purchased', 'Purchased with any order'],
  MAIL: ['Purchased for mail', 'Purchased with a Mail Ready order'],
  MAIL_ONLY: ['Purchased for mail without phones', 'Purchased with a Mail Ready order, and with no Call Ready order'],
  CALL: ['Purchased with phones', 'Purchased with a Call Ready order'],
  BOTH: ['Purchased for mail and with phones', 'Purchased with a Mail Ready and a Call Ready order'],
})
export type PurchasedPart = z.infer<typeof purchasedParts.schema>

export const campaignTypes = enumWithLabels({
  MAIL_READY: ['Mail Ready', 'Owner names and mailing addresses'],
  CALL_READY: ['Call Ready', 'Adds phone numbers, scrubbed against the do-not-call registries'],
})

export const scrubResults = enumWithLabels({
  CLEAN: ['Clean', 'Not on any DNC list, checked against a current copy of the registry'],
  LITIGATOR: ['Litigator', 'Known to sue over unwanted calls'],
  INTERNAL_DNC: ['Internal do-not-call', 'Asked you, or us, not to be called'],
  NATIONAL_DNC: ['National do-not-call', 'On the national registry of the Federal Trade Commission'],
  STATE_DNC: ['State do-not-call', 'On the list of a state'],
  NOT_SCRUBBED: ['Not scrubbed', 'Its registry copy is missing or over 31 days old, or it left your do-not-call list'],
})

export const dncLists = enumWithLabels({
  NATIONAL: ['National registry', "The Federal Trade Commission's, by area code, under a subscription account number"],
  STATE: ['State list', 'The list that a state keeps in addition to the national registry'],
  INTERNAL: ['Internal list', 'Numbers whose holders asked not to be called'],
  LITIGATOR: ['Litigator list', 'Numbers of people known to sue over unwanted calls'],
})

export const lineTypes = enumWithLabels({
  MOBILE: ['Mobile', 'A cell phone'],
  LANDLINE: ['Landline', 'A fixed-line phone'],
  VOIP: ['VoIP', 'A phone over the internet'],
  UNKNOWN: ['Unknown', 'The provider does not say'],
})

export const leadStages = enumWithLabels({
  NEW: ['New', 'Not contacted yet'],
  CONTACTED: ['Contacted', 'Reached once, or written to'],
  FOLLOW_UP: ['Follow-up', 'To be contacted again'],
  NEGOTIATING: ['Negotiating', 'Terms are being negotiated'],
  UNDER_CONTRACT: ['Under contract', 'Signed, not closed'],
  CLOSED: ['Closed', 'Done'],
  DEAD: ['Dead', 'No longer pursued'],
})

export const fileColumns = enumWithLabels({
  OWNER: ['Owner', 'Name and type of the owner'],
  MAILING: ['Mailing address', 'The mailing address of the owner'],
  PHONES: ['Phones', 'Up to three numbers, each with its type and do-not-call result (Call Ready)'],
  EMAILS: ['Emails', 'Up to two addresses (Call Ready)'],
  SUPPRESSED_PHONES: [
    'Suppressed phones',
    'Numbers that may not be called, and why, in a separate column (Call Ready)',
  ],
  PROPERTY: ['Property address', 'Street, unit, city, state, ZIP'],
  PARCEL: ['Parcel', 'County and parcel number'],
  BUILDING: ['Building', 'Type, use, bedrooms, bathrooms, living area, year built'],
  VALUES: ['Values', 'Assessed and market value'],
  SALE: ['Last sale', 'Date and price'],
  LAND: ['Building and land', 'Effective year, construction, condition, zoning, subdivision, legal description'],
  ASSESSMENT: ['Assessment and tax', 'Land and improvement value, tax, homestead, deed document'],
})

export type AssetClass = z.infer<typeof assetClasses.schema>
export type AssetSubGroup = z.infer<typeof assetSubGroups.schema>
export type OwnerType = z.infer<typeof ownerTypes.schema>
export type Occupancy = z.infer<typeof occupancies.schema>
export type TargetType = z.infer<typeof targetTypes.schema>
export type DeedType = z.infer<typeof deedTypes.schema>
export type DistressSignal = z.infer<typeof signals.schema>
export type CampaignType = z.infer<typeof campaignTypes.schema>
export type ScrubResult = z.infer<typeof scrubResults.schema>
export type DncList = z.infer<typeof dncLists.schema>
export type LineType = z.infer<typeof lineTypes.schema>
export type LeadStage = z.infer<typeof leadStages.schema>
export type FileColumn = z.infer<typeof fileColumns.schema>
