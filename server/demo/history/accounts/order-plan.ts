import type { CampaignType } from '@dooryard/contract/api/enums'
import type { Criteria } from '@dooryard/contract/criteria/criteria'

type Audience = {
  /** What those with campaigns call theirs. */
  campaign: string
  campaignType: CampaignType
  criteria: Criteria
}

const [davidson, wake, hillsborough] = [{ counties: ['47037'] }, { counties: ['37183'] }, { counties: ['12057'] }]
const [franklin, maricopa, king] = [{ counties: ['39049'] }, { counties: ['04013'] }, { counties: ['53033'] }]
const homes = { assetSubGroups: ['SINGLE_FAMILY'] } satisfies Criteria['property']
const absentee = { occupancies: ['ABSENTEE_IN_STATE', 'ABSENTEE_OUT_OF_STATE'] } satisfies Criteria['owner']
const residents = { occupancies: ['OWNER_OCCUPIED'] } satisfies Criteria['owner']

const audiences = {
  davidsonPeople: {
    ...{ campaign: 'Davidson without companies', campaignType: 'MAIL_READY' },
    criteria: { location: davidson, owner: { ...absentee, ownerTypes: ['INDIVIDUAL', 'TRUST'] } },
  },
  davidsonOldRoofs: {
    ...{ campaign: 'Houses from before 1995', campaignType: 'MAIL_READY' },
    criteria: { location: davidson, owner: residents, property: { ...homes, yearBuilt: { max: 1994 } } },
  },
  davidsonEquity: {
    ...{ campaign: 'Equity, Davidson', campaignType: 'MAIL_READY' },
    criteria: { location: davidson, signals: { anyOf: ['HIGH_EQUITY', 'FREE_AND_CLEAR'] } },
  },
  wakeAbsentee: {
    ...{ campaign: 'Raleigh absentee', campaignType: 'MAIL_READY' },
    criteria: { location: wake, property: homes, owner: absentee },
  },
  wakeLongOwned: {
    ...{ campaign: 'Raleigh, 20 years and more', campaignType: 'MAIL_READY' },
    criteria: { location: wake, property: homes, owner: { yearsOwned: { min: 20 } } },
  },
  tampaVacant: {
    ...{ campaign: 'Tampa, empty houses', campaignType: 'MAIL_READY' },
    criteria: { location: hillsborough, signals: { anyOf: ['VACANT', 'CODE_VIOLATION'] } },
  },
  tampaCalls: {
    ...{ campaign: 'Tampa by phone', campaignType: 'CALL_READY' },
    criteria: { location: hillsborough, signals: { anyOf: ['TIRED_LANDLORD', 'TAX_DELINQUENT'] } },
  },
  columbusLandlords: {
    ...{ campaign: 'Columbus, small landlords', campaignType: 'MAIL_READY' },
    criteria: { location: franklin, owner: { targetTypes: ['LANDLORD'], propertiesOwned: { max: 5 } } },
  },
  phoenixHomes: {
    ...{ campaign: 'Phoenix homeowners', campaignType: 'MAIL_READY' },
    criteria: { location: maricopa, property: homes, owner: { ...residents, yearsOwned: { min: 4 } } },
  },
  phoenixLand: {
    ...{ campaign: 'Lots, west valley', campaignType: 'MAIL_READY' },
    criteria: { location: maricopa, property: { assetClasses: ['VACANT_LAND'] } },
  },
  phoenixLandlords: {
    ...{ campaign: 'Phoenix landlords', campaignType: 'CALL_READY' },
    criteria: { location: maricopa, owner: { targetTypes: ['LANDLORD'] }, exclude: { institutional: true } },
  },
  seattleInherited: {
    ...{ campaign: 'Estates, King County', campaignType: 'MAIL_READY' },
    criteria: { location: king, signals: { anyOf: ['INHERITED', 'HIGH_EQUITY'] }, owner: { yearsOwned: { min: 12 } } },
  },
} satisfies Record<string, Audience>

export const customerAudiences: Readonly<Record<AudienceName, Audience>> = audiences
export type AudienceName = keyof typeof audiences

type Order = readonly [daysAgo: number, name: string, quantity: number, audience: AudienceName]

/**
 * What those who bought credits did with them: each within a balance and while the account was active. Many buy more
 * than they use, and some never come back.
 */
export const customerOrders: Readonly<Record<string, readonly Order[]>> = {
  'marcus@kestramere.test': [
    [409, 'Opening list', 300, 'davidsonPeople'],
    [290, 'Scale, week one', 1400, 'davidsonPeople'],
    [166, 'Equity, owners by name', 900, 'davidsonEquity'],
    [81, 'Raleigh drop', 1200, 'wakeAbsentee'],
    [13, 'Back to Davidson', 450, 'davidsonPeople'],
  ],
  'renee.caldrello@postfern.test': [[380, 'My three ZIPs', 140, 'davidsonEquity']],
  'theo@norvacrest.test': [
    [352, 'TPA-01', 180, 'tampaVacant'],
    [219, 'TPA-02 phones', 60, 'tampaCalls'],
    [61, 'TPA-03', 420, 'tampaVacant'],
  ],
  'janelle.estrevarin@inkhollow.test': [[382, 'First list', 120, 'columbusLandlords']],
  'bobby@rivaterra.test': [
    [283, 'Hail streets', 550, 'davidsonOldRoofs'],
    [114, 'Gutters + roofs', 380, 'davidsonOldRoofs'],
  ],
  'hector@umbramere.test': [[316, 'Buckeye lots', 260, 'phoenixLand']],
  'paul@sterlacrest.test': [
    [312, 'Columbus 1', 240, 'columbusLandlords'],
    [133, 'Columbus 2', 280, 'columbusLandlords'],
  ],
  'shanice.rostrerick@mailgrove.test': [[259, 'Raleigh, houses only', 175, 'wakeAbsentee']],
  'victor@dorvaline.test': [
    [276, 'Pilot', 150, 'seattleInherited'],
    [152, 'King, estates', 480, 'seattleInherited'],
  ],
  'lorna.waldriver@postfern.test': [[104, 'around the lake', 65, 'davidsonEquity']],
  'anton@lumvaterra.test': [
    [197, 'Doors, first team', 800, 'phoenixHomes'],
    [67, 'Doors, new hires', 1100, 'phoenixHomes'],
  ],
  'delia.brandevender@mailgrove.test': [[243, 'Landlords to call', 50, 'tampaCalls']],
  'curtis@brivamere.test': [
    [240, 'first hundred', 100, 'davidsonPeople'],
    [139, 'Growth, first', 600, 'davidsonEquity'],
  ],
  'simon@verdaline.test': [
    [183, 'Listing leads', 700, 'phoenixHomes'],
    [74, 'Team of five', 150, 'phoenixLandlords'],
  ],
  'nora.jeskoway@postfern.test': [[59, 'Second go', 130, 'wakeLongOwned']],
  'darnell@fairlomere.test': [[51, 'Fairlomere #2', 450, 'tampaVacant']],
  'gavin@pinnaterra.test': [[30, 'Gutters, tall trees', 300, 'davidsonOldRoofs']],
  'ricky.paldroway@postfern.test': [[66, 'list', 400, 'davidsonPeople']],
  'helen@oakrivant.test': [[46, 'Oakrivant opening', 380, 'seattleInherited']],
  'bianca@tidrimere.test': [[12, 'Behind or tired, calls', 90, 'tampaCalls']],
  'devi.paldrano@dooryard.test': [[231, 'Raleigh 2', 350, 'wakeAbsentee']],
  'omar.serravane@dooryard.test': [[199, 'Phoenix, phones', 70, 'phoenixLandlords']],
  'mei.tavendish@dooryard.test': [[188, 'Estates, all ZIPs', 600, 'seattleInherited']],
  'luis.corvelano@dooryard.test': [
    [194, 'Doors, east valley', 900, 'phoenixHomes'],
    [33, 'Doors, corner lots', 700, 'phoenixHomes'],
  ],
  'zara.fendrellar@dooryard.test': [[112, 'Tampa portfolio', 650, 'tampaVacant']],
  'ines.galderone@dooryard.test': [[54, 'Lots', 250, 'phoenixLand']],
  'rafael.montreval@dooryard.test': [[20, 'Big drop', 900, 'phoenixHomes']],
}
