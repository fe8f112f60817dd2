import { ownerTypes } from '@dooryard/contract/api/enums'
import { type PageQuery, type PageResult, toPage, toSlice } from '@dooryard/contract/api/paging'
import {
  type BuyerList,
  maxBuyerLists,
  maxBuyersPerList,
  type NewBuyerList,
  type SavedBuyer,
} from '@dooryard/contract/properties/buyer-lists'
import { audit } from '../../../../platform/audit.ts'
import type { Context } from '../../../../platform/context.ts'
import { appError, notFound } from '../../../../platform/errors/app-error.ts'
import { buildCsvDownload, type CsvColumns } from '../../../../platform/files/csv/csv-download.ts'
import { type Db, inTransaction } from '../../../../platform/postgres/database.ts'
import { newId } from '../../../../platform/util/ids.ts'
import { maskSavedBuyer } from '../../records/owners/mask-owner.ts'
import { findKnownOwners, type OwnerAccess, presentKey } from '../../records/owners/present-owners.ts'
import { type HolderRecord, listHolders } from '../buyer-details.queries.ts'
import {
  type BuyerListRow,
  countEntries,
  countLists,
  deleteEntry,
  deleteList,
  findList,
  findListByName,
  insertEntries,
  insertList,
  type ListRef,
  listBuyerListRows,
  listEntries,
  listOwnerKeys,
  lockBuyerLists,
  lockList,
  updateListName,
} from './buyer-lists.queries.ts'

const listNotFound = () => notFound('This buyer list')

const presentList = ({ createdAt, buyers, ...list }: BuyerListRow): BuyerList => ({
  ...list,
  buyers: buyers ?? 0,
  createdAt: createdAt.toISOString(),
})

export const listBuyerLists = async ({ db, actor }: Context) => ({
  items: (await listBuyerListRows(db, actor.userId)).map(presentList),
})

/** CONFLICT for a name in use, UNPROCESSABLE at the limit. */
export const createBuyerList = (ctx: Context, { name }: NewBuyerList): Promise<BuyerList> =>
  inTransaction(ctx, async ({ db, actor, clock }) => {
    const { userId } = actor
    await lockBuyerLists(db, userId)
    await requireFreeName(db, { userId }, name)
    if ((await countLists(db, userId)) >= maxBuyerLists)
      throw appError('UNPROCESSABLE', `You can have ${maxBuyerLists} buyer lists. Delete one first.`)
    const createdAt = clock.now()
    const list = { id: newId(createdAt.getTime()), name, createdAt }
    await insertList(db, { ...list, userId })
    return presentList({ ...list, buyers: 0 })
  })

/** NOT_FOUND for a list of another user, CONFLICT for a name in use. */
export const renameBuyerList = (ctx: Context, id: string, { name }: NewBuyerList): Promise<BuyerList> =>
  inTransaction(ctx, async ({ db, actor }) => {
    const ref = { userId: actor.userId, id }
    await lockBuyerLists(db, actor.userId)
    if (!(await lockList(db, ref))) throw listNotFound()
    await requireFreeName(db, ref, name)
    await updateListName(db, id, name)
    return presentList(await requireList(db, ref))
  })

export async function removeBuyerList({ db, actor }: Context, id: string): Promise<undefined> {
  if (!(await deleteList(db, { userId: actor.userId, id }))) throw listNotFound()
}

/** Adds the owners of these properties. UNPROCESSABLE if the list would be too long, or none has a known owner. */
export async function addBuyers(ctx: Context, id: string, propertyIds: readonly string[]): Promise<BuyerList> {
  const ref = { userId: ctx.actor.userId, id }
  await requireList(ctx.db, ref)
  const owners = await listOwnerKeys(ctx.clickhouse, propertyIds, ctx.signal)
  if (owners.length === 0) throw appError('UNPROCESSABLE', 'These properties have no known owner.')
  return inTransaction(ctx, async ({ db, clock }) => {
    if (!(await lockList(db, ref))) throw listNotFound()
    await insertEntries(db, id, owners, clock.now())
    if ((await countEntries(db, id)) > maxBuyersPerList)
      throw appError(
        'UNPROCESSABLE',
        `A list has up to ${maxBuyersPerList.toLocaleString('en-US')} buyers. Start another list.`,
      )
    return presentList(await requireList(db, ref))
  })
}

type SavedBuyerRef = { id: string; buyerKey: string }

/** By key, because a property that was sold may have found several buyers. NOT_FOUND if the list has no such buyer. */
export async function removeBuyer(
  ctx: Context,
  owners: OwnerAccess,
  { id, buyerKey }: SavedBuyerRef,
): Promise<undefined> {
  const { db, actor } = ctx
  await requireList(db, { userId: actor.userId, id })
  const entries = await listEntries(db, id, { limit: maxBuyersPerList, offset: 0 })
  const entry = entries.find(({ ownerKey }) => presentKey(ctx, owners, ownerKey) === buyerKey)
  if (!entry || !(await deleteEntry(db, id, entry.ownerKey))) throw notFound('This buyer')
}

export async function listSavedBuyers(
  ctx: Context,
  owners: OwnerAccess,
  id: string,
  query: PageQuery,
): Promise<PageResult<SavedBuyer>> {
  await requireList(ctx.db, { userId: ctx.actor.userId, id })
  const entries = await listEntries(ctx.db, id, toSlice(query))
  return toPage(await presentEntries(ctx, owners, entries), await countEntries(ctx.db, id), query)
}

/** The list as CSV, with owners masked as on the screen. */
export async function exportBuyerList(ctx: Context, owners: OwnerAccess, id: string) {
  const { db, clock, log, actor } = ctx
  const list = await requireList(db, { userId: actor.userId, id })
  await audit(ctx, { action: 'buyers.exported', object: { type: 'buyer_list', id }, after: { name: list.name } })
  async function* readBuyers() {
    yield presentEntries(ctx, owners, await listEntries(db, id, { limit: maxBuyersPerList, offset: 0 }))
  }
  return buildCsvDownload({ name: 'buyers', at: clock.now(), columns: csvColumns, batches: readBuyers(), log })
}

const csvColumns: CsvColumns<SavedBuyer> = [
  ['Buyer', ({ names }) => names.join(' & ')],
  ['Type', ({ buyerType }) => ownerTypes.label(buyerType)],
  ['Mailing Address', ({ mailingAddress }) => mailingAddress],
  ['Mailing City', ({ mailingCity }) => mailingCity],
  ['Mailing State', ({ mailingState }) => mailingState],
  ['Mailing ZIP', ({ mailingZip }) => mailingZip],
  ['Masked', ({ isOwnerMasked }) => (isOwnerMasked ? 'Yes' : 'No')],
  ['Portfolio', ({ portfolioSize }) => portfolioSize],
  ['Contact Property ID', ({ contactPropertyId }) => contactPropertyId],
  ['Added On', ({ addedAt }) => addedAt.slice(0, 10)],
]

type Entry = Awaited<ReturnType<typeof listEntries>>[number]

async function presentEntries(ctx: Context, owners: OwnerAccess, entries: readonly Entry[]): Promise<SavedBuyer[]> {
  if (entries.length === 0) return []
  const holders = await listHolders(
    ctx.clickhouse,
    entries.map(({ ownerKey }) => ownerKey),
    ctx.signal,
  )
  const holderByKey = new Map(holders.map((holder) => [holder.owner_key, holder]))
  const isKnown = await findKnownOwners(ctx, owners, entries)
  return entries.map((entry) => {
    const buyer = presentEntry(entry, holderByKey.get(entry.ownerKey))
    const buyerKey = presentKey(ctx, owners, entry.ownerKey)
    return { ...(isKnown(entry) ? buyer : maskSavedBuyer(buyer)), isOwnerMasked: !isKnown(entry), buyerKey }
  })
}

/** A buyer that has sold all its properties has no name any more: rolls name current owners. */
function presentEntry({ propertyId, addedAt }: Entry, holder: HolderRecord | undefined) {
  const [address = '', city = '', state = '', zip = ''] = holder?.mailing ?? []
  const [names = [], type = ''] = holder?.owner ?? []
  return {
    names,
    buyerType: ownerTypes.schema.catch('UNKNOWN').parse(type),
    portfolioSize: Number(holder?.owned ?? 0),
    contactPropertyId: holder?.contact ?? propertyId,
    mailingAddress: address || null,
    mailingCity: city || null,
    mailingState: state || null,
    mailingZip: zip || null,
    addedAt: addedAt.toISOString(),
  }
}

export async function requireList(db: Db, ref: ListRef): Promise<BuyerListRow> {
  const list = await findList(db, ref)
  if (!list) throw listNotFound()
  return list
}

async function requireFreeName(db: Db, { userId, id }: { userId: string; id?: string }, name: string) {
  const other = await findListByName(db, userId, name)
  if (!other || other.id === id) return
  const message = `You already have a buyer list named “${name}”.`
  throw appError('CONFLICT', message, { issues: [{ path: 'name', message }] })
}
