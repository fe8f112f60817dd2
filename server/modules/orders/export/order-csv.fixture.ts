import { text } from 'node:stream/consumers'
import type { CampaignType, FileColumn } from '@dooryard/contract/api/enums'
import type { Contact } from '@dooryard/contract/orders/leads'
import type { Db } from '../../../platform/postgres/database.ts'
import { newId } from '../../../platform/util/ids.ts'
import type { SelectedLead } from '../../properties/index.ts'
import { createOrderCsv } from './order-csv.ts'

export const testLead: SelectedLead = {
  propertyId: '11694027471264031877',
  apn: '091-15-0-042.00',
  countyFips: '47037',
  address: '1208 EXAMPLE ORCHARD LN',
  unit: null,
  city: 'NASHVILLE',
  state: 'TN',
  zip: '37209',
  ownerName: 'TESTWELL, AVERY & "LEE"',
  ownerNames: ['TESTWELL, AVERY', '"LEE"'],
  ownerKey: '42',
  ownerType: 'INDIVIDUAL',
  occupancy: 'ABSENTEE_IN_STATE',
  mailingAddress: '40 SAMPLE PLAZA',
  mailingCity: 'KNOXVILLE',
  mailingState: 'TN',
  mailingZip: '37902',
  assetClass: 'RESIDENTIAL',
  assetSubGroup: 'SINGLE_FAMILY',
  assetUseType: null,
  useCode: '0100',
  useDescription: 'SINGLE FAMILY',
  bedrooms: 3,
  bathrooms: 1.5,
  livingAreaSqft: 1450,
  lotSqft: null,
  units: null,
  yearBuilt: 1962,
  estimatedValue: null,
  assessedValue: 50_000,
  marketValue: 200_000,
  lastSaleDate: '2021-03-01',
  isLastSaleMonthOnly: true,
  lastSalePrice: 185_000,
  lastSaleDocument: '5412/187',
  isHomestead: false,
  effectiveYear: 1990,
  construction: 'WOOD FRAME',
  condition: 'GOOD',
  zoning: 'R-1',
  subdivision: 'EXAMPLE GROVE PH 2',
  legalDescription: 'LOT 12 BLK B EXAMPLE GROVE PH 2',
  landValue: 60_000,
  improvementValue: 140_000,
  valueYear: 2026,
  taxAmount: 1_840,
  taxYear: 2025,
  signals: [],
  equityAmount: null,
  ltvPercent: null,
  mortgages: null,
  dataSources: { rolls: ['Test County assessor'], recordedOn: '2026-10-01' },
  lat: 36.1,
  lng: -86.8,
}

type TestLead = { lead?: Partial<SelectedLead>; contacts?: Contact[] | null }

/** Inserts an order with these leads in this order and returns its id. */
export async function createOrderWithLeads(db: Db, leads: readonly TestLead[]): Promise<string> {
  const [userId, orderId] = [newId(), newId()]
  const person = { email: `${userId}@example.com`, firstName: 'Tess', lastName: 'Buyer', phone: '615-555-0110' }
  const user = { ...person, id: userId, role: 'ENTERPRISE_USER', passwordHash: 'opens nothing' }
  await db.insertInto('users').values(user).execute()
  const order = { id: orderId, userId, orderName: 'First', campaignType: 'CALL_READY', quantity: 1, creditRequired: 1 }
  await db
    .insertInto('orders')
    .values({ ...order, criteria: '{}', internalStatus: 'ASSEMBLING' })
    .execute()
  const rows = leads.map(({ lead, contacts }, at) => ({
    orderId,
    rank: at + 1,
    propertyId: String(at + 1),
    ownerKey: '42',
    lead: JSON.stringify({ ...testLead, ...lead }),
    contacts: contacts ? JSON.stringify(contacts) : null,
  }))
  for (let at = 0; at < rows.length; at += 5_000)
    await db
      .insertInto('orderLeads')
      .values(rows.slice(at, at + 5_000))
      .execute()
  return orderId
}

/** The file of an order as text. */
export const readOrderFile = (
  db: Db,
  orderId: string,
  campaignType: CampaignType = 'MAIL_READY',
  columns: FileColumn[] | null = null,
): Promise<string> => text(createOrderCsv(db, { orderId, campaignType, columns }))
