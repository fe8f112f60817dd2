import { createHash } from 'node:crypto'
import type { CampaignType } from '@dooryard/contract/api/enums'
import { dayMs } from '@dooryard/contract/api/time'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import type { Contact } from '@dooryard/contract/orders/leads'
import { getCountyState, type SelectedLead } from '../../../properties/index.ts'

export type GeneratedLead = { rank: number; lead: SelectedLead; contacts: Contact[] }

type LeadRequest = { campaignType: CampaignType; criteria: Criteria; quantity: number; asOf: Date }

const firstNames = ['AVERY', 'BLAIR', 'CAMERON', 'DANA', 'ELLIS', 'FINLEY', 'GREER', 'HOLLIS', 'INDIGO', 'JULES']
const lastNames = ['TESTWELL', 'SAMPLETON', 'MOCKRIDGE', 'DUMMERSON', 'PLACEHOLT', 'EXAMPLER', 'TRIALBY', 'STUBBINS']
const streets = ['SANDBOX LN', 'EXAMPLE ORCHARD DR', 'PLACEHOLDER CT', 'SAMPLE RIDGE RD', 'TESTCASE AVE', 'MOCKUP WAY']
const cities = ['SAMPLETON', 'TESTVILLE', 'EXAMPLE FALLS', 'MOCKINGHAM']
/** Line numbers 555-0100 to 555-0199 are reserved for fiction in every area code. */
const areaCodes = ['202', '303', '404', '512', '615', '702', '808', '901']

const source = 'Generated test contact'

/**
 * Leads that stand for nobody: made-up names, towns and streets, phones from 555-0100 to 555-0199, emails at example.com
 * and ZIPs that the postal service has not assigned. The same campaign type and criteria give the same leads.
 */
export function generateLeads({ campaignType, criteria, quantity, asOf }: LeadRequest): GeneratedLead[] {
  const seed = JSON.stringify([campaignType, criteria])
  const states = listStates(criteria)
  return Array.from({ length: quantity }, (_, at) => {
    const draw = createDraw(`${seed} ${at + 1}`)
    const lead = generateLead(draw, draw.from(states), asOf)
    const contacts = campaignType === 'CALL_READY' ? generateContacts(draw, lead, asOf) : []
    return { rank: at + 1, lead, contacts }
  })
}

/** The states that criteria name by themselves. */
function listStates({ location }: Criteria): string[] {
  const named = [
    ...(location?.states ?? []),
    ...(location?.counties ?? []).map(getCountyState),
    ...(location?.cities ?? []).map((city) => city.slice(0, 2)),
  ].filter((state) => /^[A-Z]{2}$/.test(state))
  return named.length > 0 ? named : ['TN']
}

type Draw = ReturnType<typeof createDraw>

/** Draws from the bytes of a hash, four at a time, so that no two leads of a seed look alike. */
function createDraw(seed: string) {
  let block = createHash('sha512').update(seed).digest()
  const id = block.readBigUInt64BE(0).toString()
  let at = 8
  const below = (limit: number): number => {
    if (at + 4 > block.length) {
      block = createHash('sha512').update(block).digest()
      at = 0
    }
    at += 4
    return block.readUInt32BE(at - 4) % limit
  }
  const from = <Item>(items: readonly Item[]): Item => {
    const item = items[below(items.length)]
    if (item === undefined) throw new Error('nothing to draw from')
    return item
  }
  return { id, below, from }
}

const generateAddress = (draw: Draw) => `${100 + draw.below(9_900)} ${draw.from(streets)}`
/** No ZIP starts with three zeros. */
const generateZip = (draw: Draw) => `000${10 + draw.below(90)}`

function generateLead(draw: Draw, state: string, asOf: Date): SelectedLead {
  const ownerName = `${draw.from(lastNames)} ${draw.from(firstNames)}`
  const situs = { address: generateAddress(draw), unit: null, city: draw.from(cities), state, zip: generateZip(draw) }
  const isAbsentee = draw.below(2) === 0
  const home = { mailingAddress: situs.address, mailingCity: situs.city, mailingState: state, mailingZip: situs.zip }
  const elsewhere = { ...home, mailingAddress: generateAddress(draw), mailingCity: draw.from(cities) }
  return {
    propertyId: draw.id,
    apn: `TEST-${String(draw.below(1_000_000)).padStart(6, '0')}`,
    countyFips: '00000',
    ...situs,
    ...generateOwner(ownerName, draw),
    occupancy: isAbsentee ? 'ABSENTEE_IN_STATE' : 'OWNER_OCCUPIED',
    ...(isAbsentee ? elsewhere : home),
    ...generateBuilding(draw),
    ...generateValues(draw),
    signals: [],
    dataSources: { rolls: [], recordedOn: toDay(asOf) },
  }
}

const generateOwner = (ownerName: string, draw: Draw) => ({
  ownerName,
  ownerNames: [ownerName],
  ownerType: 'INDIVIDUAL' as const,
  isHomestead: null,
  ownerKey: String(1 + draw.below(4_000_000_000)),
})

const generateBuilding = (draw: Draw) => ({
  assetClass: 'RESIDENTIAL' as const,
  assetSubGroup: 'SINGLE_FAMILY' as const,
  assetUseType: null,
  useCode: null,
  useDescription: 'Generated for a test order',
  bedrooms: 2 + draw.below(4),
  bathrooms: 1 + draw.below(3),
  livingAreaSqft: 900 + draw.below(2_600),
  lotSqft: 4_000 + draw.below(20_000),
  units: 1,
  yearBuilt: 1930 + draw.below(90),
  lat: null,
  lng: null,
  effectiveYear: null,
  construction: null,
  condition: null,
  zoning: null,
  subdivision: null,
  legalDescription: null,
})

/** Fixed, so that leads do not change from day to day. */
const newestSale = Date.UTC(2024, 11, 31)

function generateValues(draw: Draw) {
  const marketValue = 1_000 * (120 + draw.below(600))
  const assessedValue = Math.round(marketValue / 4)
  return {
    estimatedValue: marketValue,
    marketValue,
    assessedValue,
    landValue: Math.round(marketValue / 5),
    improvementValue: marketValue - Math.round(marketValue / 5),
    valueYear: 2024,
    taxAmount: Math.round(assessedValue * 0.03),
    taxYear: 2024,
    lastSaleDocument: null,
    lastSaleDate: toDay(new Date(newestSale - draw.below(7_000) * dayMs)),
    isLastSaleMonthOnly: false,
    lastSalePrice: Math.round(marketValue * 0.7),
    equityAmount: null,
    ltvPercent: null,
    mortgages: null,
  }
}

const toDay = (at: Date) => at.toISOString().slice(0, 10)

/** A callable mobile, for every third lead a landline on the national do-not-call list, and an email. */
function generateContacts(draw: Draw, { ownerName }: SelectedLead, asOf: Date): Contact[] {
  const phone = () => `${draw.from(areaCodes)}55501${String(draw.below(100)).padStart(2, '0')}`
  const named = { source, asOf: toDay(asOf) }
  const [last = '', first = ''] = (ownerName ?? '').toLowerCase().split(' ')
  return [
    { type: 'PHONE', value: phone(), lineType: 'MOBILE', scrub: 'CLEAN', ...named },
    ...(draw.below(3) === 0
      ? [
          {
            type: 'PHONE' as const,
            value: phone(),
            lineType: 'LANDLINE' as const,
            scrub: 'NATIONAL_DNC' as const,
            ...named,
          },
        ]
      : []),
    { type: 'EMAIL', value: `${first}.${last}${draw.below(1_000)}@example.com`, ...named },
  ]
}
