import { type CampaignType, campaignTypes, fileColumns } from '@dooryard/contract/api/enums'
import { callReadyExpiryDays } from '@dooryard/contract/api/limits'
import { dayMs } from '@dooryard/contract/api/time'
import { maxTestOrderLeads } from '@dooryard/contract/integrations/test-orders'
import { getDefaultColumns } from '@dooryard/contract/orders/file-columns'
import { InternalStatus, type ListedOrder, type Order, type OrderDetail } from '@dooryard/contract/orders/order'
import type { OrderFile } from '@dooryard/contract/orders/order-files'
import { toCriteria, toCriteriaSummary } from '../../../properties/index.ts'
import { toUserFacingStatus } from '../../fulfil/order-status-rules.ts'
import type {
  ListedTestOrderRow,
  TestOrderFile,
  TestOrderRow,
  TestOrderTerms,
  TestOrderTransition,
} from './test-orders.queries.ts'

// The casts are of what only `test-orders.queries.ts` writes, in these shapes.
export const getTerms = ({ terms }: Pick<TestOrderRow, 'terms'>) => terms as TestOrderTerms
export const getFile = ({ file }: Pick<TestOrderRow, 'file'>) => (file as TestOrderFile | null) ?? undefined
const getHistory = ({ history }: TestOrderRow) => history as TestOrderTransition[]

export const getTestCampaignType = ({ campaignType }: Pick<TestOrderRow, 'campaignType'>): CampaignType =>
  campaignTypes.schema.parse(campaignType)

export const getTestColumns = (row: Pick<TestOrderRow, 'terms'>) =>
  getTerms(row).columns?.map((column) => fileColumns.schema.parse(column)) ?? null

export const countTestLeads = ({ quantity }: Pick<TestOrderRow, 'quantity'>) => Math.min(quantity, maxTestOrderLeads)

/** Until when the numbers of an order could be called if they were real. */
export function getTestExpiry(row: ListedTestOrderRow): Date | null {
  if (getTestCampaignType(row) !== 'CALL_READY') return null
  return new Date((row.completedAt ?? row.createdAt).getTime() + callReadyExpiryDays * dayMs)
}

/** A test order in the shape of an order. It holds and captures no credits, whatever its price says. */
export function presentTestOrder(row: ListedTestOrderRow): ListedOrder {
  const internalStatus = InternalStatus.parse(row.internalStatus)
  const campaignType = getTestCampaignType(row)
  const { columns: _columns, ...terms } = getTerms(row)
  const { id, orderName, quantity, campaignId, campaignName } = row
  const file = getFile(row)
  const isShort = file && file.leads < quantity
  return {
    ...{ id, orderName, quantity, campaignId, campaignName, campaignType, ...terms },
    isTest: true,
    isSingle: false,
    deliveredQuantity: file?.leads ?? 0,
    ...{ creditsHeld: 0, creditsCaptured: 0, creditsReleased: 0, totalPrice: 0 },
    userFacingStatus: toUserFacingStatus(internalStatus),
    internalStatus,
    failureReason: row.failureReason ?? undefined,
    note: isShort ? `A test order delivers at most ${maxTestOrderLeads.toLocaleString('en-US')} leads.` : undefined,
    criteriaSummary: toCriteriaSummary(row),
    createdAt: row.createdAt.toISOString(),
    completedAt: row.completedAt?.toISOString(),
    expiresAt: getTestExpiry(row)?.toISOString(),
    isExpired: false,
    dncCheckedAt: file?.scrub?.checkedAt,
    isRefreshing: false,
    columns: getTestColumns(row) ?? getDefaultColumns(campaignType),
    fileVersion: file ? 1 : 0,
  }
}

export const presentTestOrderWithCriteria = (row: TestOrderRow): Order => ({
  ...presentTestOrder(row),
  criteria: toCriteria(row),
})

const presentTestFile = ({ certificate, ...file }: TestOrderFile): OrderFile => ({
  ...file,
  version: 1,
  rechecks: [],
  hasCertificate: certificate !== undefined,
})

export function presentTestOrderDetail(row: TestOrderRow): OrderDetail {
  const file = getFile(row)
  return {
    ...presentTestOrderWithCriteria(row),
    history: getHistory(row),
    files: file ? [presentTestFile(file)] : [],
    notices: [],
  }
}
