import type { CampaignType } from '@dooryard/contract/api/enums'
import type { Criteria } from '@dooryard/contract/criteria/criteria'

export const enterpriseEmail = 'enterprise@dooryard.test'
export const consumerEmail = 'consumer@dooryard.test'

type PlannedOrder = {
  daysAgo: number
  name: string
  quantity: number
  /** Somebody else ordered the same at the same moment: that order finds nothing left, and fails. */
  repeatedAs?: string
}

export type PlannedCampaign = {
  name: string
  campaignType: CampaignType
  criteria: Criteria
  /** Created shortly before the first. */
  orders: readonly PlannedOrder[]
  archivedDaysAgo?: number
}

const davidson = { counties: ['47037'] }

/** Two people and a partner who buy houses in Nashville, and try two other markets in their second half year. */
export const enterpriseCampaigns: readonly PlannedCampaign[] = [
  {
    name: 'Out-of-state owners, Davidson',
    campaignType: 'MAIL_READY',
    criteria: {
      location: davidson,
      property: { assetClasses: ['RESIDENTIAL'] },
      owner: { occupancies: ['ABSENTEE_OUT_OF_STATE'] },
    },
    orders: [
      { daysAgo: 398, name: 'First letters', quantity: 250 },
      { daysAgo: 356, name: 'Second round, yellow letter', quantity: 300 },
      { daysAgo: 283, name: 'Postcards, new design', quantity: 350 },
      { daysAgo: 25, name: 'The rest of the list', quantity: 500 },
    ],
  },
  {
    name: 'Tired landlords',
    campaignType: 'MAIL_READY',
    criteria: { location: davidson, signals: { anyOf: ['TIRED_LANDLORD'] }, exclude: { institutional: true } },
    orders: [
      { daysAgo: 377, name: 'Landlords with one house', quantity: 200 },
      { daysAgo: 322, name: 'Handwritten envelope test', quantity: 120 },
      { daysAgo: 244, name: 'Landlords, second letter', quantity: 300 },
      { daysAgo: 120, name: 'Landlords, third letter', quantity: 225 },
    ],
  },
  {
    name: 'Behind on taxes, to call',
    campaignType: 'CALL_READY',
    criteria: { location: davidson, signals: { anyOf: ['TAX_DELINQUENT'] } },
    orders: [
      { daysAgo: 349, name: 'Tax list, first calls', quantity: 60 },
      { daysAgo: 268, name: 'Tax list, after the deadline', quantity: 90 },
      { daysAgo: 171, name: 'Tax list, Dana and Marcus', quantity: 110 },
      { daysAgo: 64, name: 'Tax list, evening calls', quantity: 75 },
    ],
  },
  {
    name: 'Vacant houses, east side',
    campaignType: 'MAIL_READY',
    criteria: {
      location: { zips: ['37115', '37206', '37207', '37216'] },
      signals: { anyOf: ['VACANT', 'CODE_VIOLATION'] },
    },
    orders: [
      { daysAgo: 330, name: 'Vacant, drive list', quantity: 75 },
      { daysAgo: 250, name: 'Vacant, everything else', quantity: 150, repeatedAs: 'Vacant, everything else (Marcus)' },
    ],
  },
  {
    name: 'Postcards, test',
    campaignType: 'MAIL_READY',
    criteria: { location: { zips: ['37211', '37217'] }, owner: { yearsOwned: { min: 20 } } },
    orders: [{ daysAgo: 310, name: 'Glossy against plain', quantity: 100 }],
    archivedDaysAgo: 262,
  },
  {
    name: 'Long-time owners with equity',
    campaignType: 'MAIL_READY',
    criteria: { location: davidson, owner: { yearsOwned: { min: 15 } }, signals: { anyOf: ['HIGH_EQUITY'] } },
    orders: [
      { daysAgo: 289, name: 'Equity, north of the river', quantity: 400 },
      { daysAgo: 214, name: 'Equity, both sides of the river', quantity: 700 },
      { daysAgo: 137, name: 'Equity, the large one', quantity: 900 },
      { daysAgo: 41, name: 'Equity, those left out so far', quantity: 600 },
    ],
  },
  {
    name: 'Columbus landlords',
    campaignType: 'MAIL_READY',
    criteria: { location: { counties: ['39049'] }, owner: { targetTypes: ['LANDLORD'], propertiesOwned: { max: 9 } } },
    orders: [
      { daysAgo: 233, name: 'Columbus, does it work here', quantity: 250 },
      { daysAgo: 160, name: 'Columbus, east ZIPs first', quantity: 500 },
      { daysAgo: 88, name: 'Columbus, third letter', quantity: 450 },
    ],
  },
  {
    name: 'Inherited houses',
    campaignType: 'CALL_READY',
    criteria: { location: davidson, signals: { anyOf: ['INHERITED'] } },
    orders: [{ daysAgo: 195, name: 'Estates, careful calls', quantity: 50 }],
  },
  {
    name: 'Duplex to fourplex',
    campaignType: 'CALL_READY',
    criteria: { location: davidson, property: { assetSubGroups: ['DUPLEX', 'TRIPLEX', 'FOURPLEX'] } },
    orders: [
      { daysAgo: 128, name: 'Small multis, mobile numbers', quantity: 70 },
      { daysAgo: 19, name: 'Small multis, round two', quantity: 80 },
    ],
  },
  {
    name: 'Tampa, pre-foreclosure and taxes',
    campaignType: 'MAIL_READY',
    criteria: { location: { counties: ['12057'] }, signals: { anyOf: ['PRE_FORECLOSURE', 'TAX_DELINQUENT'] } },
    orders: [
      { daysAgo: 76, name: 'Tampa, first look', quantity: 200 },
      { daysAgo: 11, name: 'Tampa, for the partner there', quantity: 350 },
    ],
  },
]

type PlannedPrivateOrder = PlannedOrder & { campaignType: CampaignType; criteria: Criteria }

const wakeAbsentee: Criteria = {
  location: { counties: ['37183'] },
  property: { assetSubGroups: ['SINGLE_FAMILY'] },
  owner: { occupancies: ['ABSENTEE_IN_STATE', 'ABSENTEE_OUT_OF_STATE'] },
}
const southNashville = { zips: ['37211', '37217', '37013'] }

/** Somebody who does this beside another job, with a hundred leads at a time. */
export const consumerOrders: readonly PlannedPrivateOrder[] = [
  {
    ...{ daysAgo: 362, name: 'Trying it out', quantity: 25, campaignType: 'MAIL_READY' },
    criteria: { location: southNashville, signals: { anyOf: ['TIRED_LANDLORD'] } },
  },
  {
    ...{ daysAgo: 338, name: 'Landlords near me', quantity: 80, campaignType: 'MAIL_READY' },
    criteria: { location: southNashville, signals: { anyOf: ['TIRED_LANDLORD'] } },
  },
  { daysAgo: 279, name: 'Raleigh, absentee', quantity: 150, campaignType: 'MAIL_READY', criteria: wakeAbsentee },
  {
    ...{ daysAgo: 226, name: 'High equity to call', quantity: 40, campaignType: 'CALL_READY' },
    criteria: { location: southNashville, signals: { anyOf: ['HIGH_EQUITY'] }, owner: { yearsOwned: { min: 20 } } },
  },
  { daysAgo: 184, name: 'Raleigh, second hundred', quantity: 120, campaignType: 'MAIL_READY', criteria: wakeAbsentee },
  {
    ...{ daysAgo: 109, name: 'Vacant, all of Nashville', quantity: 175, campaignType: 'MAIL_READY' },
    criteria: { location: davidson, signals: { anyOf: ['VACANT'] } },
  },
  { daysAgo: 53, name: 'Raleigh, third list', quantity: 200, campaignType: 'MAIL_READY', criteria: wakeAbsentee },
  {
    ...{ daysAgo: 16, name: 'Calls for the weekend', quantity: 50, campaignType: 'CALL_READY' },
    criteria: { location: southNashville, signals: { anyOf: ['TIRED_LANDLORD', 'VACANT'] } },
  },
]
