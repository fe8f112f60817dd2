import type { EndpointOutput } from '@dooryard/contract/api/endpoint'
import { type PageQuery, toPage, toSlice } from '@dooryard/contract/api/paging'
import {
  type CampaignResult,
  type CampaignResultChange,
  type campaignResults,
  maxCampaignResults,
  type NewCampaignResult,
} from '@dooryard/contract/results/campaign-results'
import { type Context, ownScope } from '../../../platform/context.ts'
import { appError, notFound } from '../../../platform/errors/app-error.ts'
import { type Db, inTransaction } from '../../../platform/postgres/database.ts'
import { formatNumber } from '../../../platform/util/format.ts'
import { newId } from '../../../platform/util/ids.ts'
import { findCampaign } from '../campaigns.queries.ts'
import { requireCampaign } from '../campaigns.ts'
import {
  countResults,
  deleteResult,
  findResult,
  insertResult,
  listResultRows,
  lockResults,
  type ResultRow,
  sumResults,
  updateResult,
} from './results.queries.ts'
import { getResponsesRefusal, toCampaignTotals } from './totals-rules.ts'

/** Data from modules above. */
export type ResultSources = {
  /** Whether the order exists in the campaign. */
  hasOrder: (db: Db, ref: { campaignId: string; orderId: string }) => Promise<boolean>
  /** Cents that the user paid per credit on average; null if they bought none. */
  getCreditPrice: (db: Db, userId: string) => Promise<number | null>
}

type ResultContext = Context & ResultSources

/** NOT_FOUND for a campaign of another user. */
export async function listResults(
  ctx: ResultContext,
  campaignId: string,
  query: PageQuery,
): Promise<EndpointOutput<typeof campaignResults.list>> {
  const { db, actor } = ctx
  const campaign = await findCampaign(db, ownScope(ctx), campaignId)
  if (!campaign) throw notFound('This campaign')
  const [rows, count, sums, creditPrice] = await Promise.all([
    listResultRows(db, campaignId, toSlice(query)),
    countResults(db, campaignId),
    sumResults(db, campaignId),
    ctx.getCreditPrice(db, actor.userId),
  ])
  const totals = toCampaignTotals(sums, { credits: campaign.totalPrice, creditPrice })
  return { ...toPage(rows.map(presentResult), count, query), totals }
}

/**
 * NOT_FOUND for a campaign of another user; UNPROCESSABLE for an order outside it, above the limit, and for more
 * responses than pieces mailed in all.
 */
export const addResult = (ctx: ResultContext, campaignId: string, draft: NewCampaignResult): Promise<CampaignResult> =>
  inTransaction(ctx, async (tx) => {
    await lockOwnedResults(tx, campaignId)
    await requireOrder(tx, campaignId, draft.orderId)
    if ((await countResults(tx.db, campaignId)) >= maxCampaignResults)
      throw appError(
        'UNPROCESSABLE',
        `A campaign has at most ${formatNumber(maxCampaignResults)} results. Add to an existing one instead.`,
      )
    const id = newId()
    await requirePossibleTotals(tx.db, campaignId, () =>
      insertResult(tx.db, { ...draft, id, campaignId, at: tx.clock.now() }),
    )
    return getResult(tx.db, campaignId, id)
  })

/** UNPROCESSABLE for an order outside the campaign, and for more responses than pieces mailed in all. */
export const changeResult = (
  ctx: ResultContext,
  { campaignId, id }: { campaignId: string; id: string },
  change: CampaignResultChange,
): Promise<CampaignResult> =>
  inTransaction(ctx, async (tx) => {
    await lockOwnedResults(tx, campaignId)
    await getResult(tx.db, campaignId, id)
    await requireOrder(tx, campaignId, change.orderId ?? null)
    await requirePossibleTotals(tx.db, campaignId, () => updateResult(tx.db, id, { ...change, at: tx.clock.now() }))
    return getResult(tx.db, campaignId, id)
  })

/** Never refused for what remains: a wrong entry may be the one that made too many responses possible. */
export const removeResult = (
  ctx: Context,
  { campaignId, id }: { campaignId: string; id: string },
): Promise<undefined> =>
  inTransaction(ctx, async (tx) => {
    await lockOwnedResults(tx, campaignId)
    const { numDeletedRows } = await deleteResult(tx.db, campaignId, id)
    if (numDeletedRows === 0n) throw notFound('This result')
    return undefined
  })

/** Every change of the results begins with it, so that none sees totals or a count that another is about to change. */
async function lockOwnedResults(tx: Context, campaignId: string): Promise<void> {
  await requireCampaign(tx.db, ownScope(tx), campaignId)
  await lockResults(tx.db, campaignId)
}

/** Makes a change of the results, and refuses it if its totals are impossible; the transaction is then rolled back. */
async function requirePossibleTotals(db: Db, campaignId: string, change: () => Promise<unknown>): Promise<void> {
  const before = await sumResults(db, campaignId)
  await change()
  const refusal = getResponsesRefusal(before, await sumResults(db, campaignId))
  if (refusal)
    throw appError('UNPROCESSABLE', refusal.message, { issues: [{ path: refusal.field, message: refusal.message }] })
}

async function requireOrder(
  { db, hasOrder }: Pick<ResultContext, 'db' | 'hasOrder'>,
  campaignId: string,
  orderId: string | null,
): Promise<void> {
  if (orderId !== null && !(await hasOrder(db, { campaignId, orderId })))
    throw appError('UNPROCESSABLE', 'This campaign has no such order.')
}

async function getResult(db: Db, campaignId: string, id: string): Promise<CampaignResult> {
  const row = await findResult(db, campaignId, id)
  if (!row) throw notFound('This result')
  return presentResult(row)
}

const presentResult = ({ createdAt, updatedAt, ...row }: ResultRow): CampaignResult => ({
  ...row,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})
