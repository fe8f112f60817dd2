import { isDeepStrictEqual } from 'node:util'
import { type JoinCount, SourceProposal } from '@dooryard/contract/data/sources/setup-proposal'
import { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import type { Services } from '../../../../platform/context.ts'
import { isAppError } from '../../../../platform/errors/app-error.ts'
import { borrowNamedFiles } from '../../../../platform/files/imports/file-imports.ts'
import type { Task } from '../../../../platform/jobs/jobs.ts'
import { inspectFiles } from '../../rolls/read/inspect-files.ts'
import { countSourceJoins } from '../../rolls/read/open-source-table.ts'
import { describeDoubt } from '../../sources/propose/tables/propose-joins.ts'
import { parseJobId } from '../files/run-file-step.ts'
import { requireReadyDocument, toNamedFiles } from '../ready-document.ts'
import { findDocumentById, findProposalById, lockSetupById, updateSetup } from '../setups.queries.ts'
import { listJoinKeys, toCountedSource } from './queue-counting-joins.ts'

/**
 * Counts over the whole files how many rows of the main table the joins of a document match, and notes it with the
 * proposal. Files that cannot be joined are told by the check.
 */
export const runCountJoins =
  (services: Services): Task =>
  async (payload) => {
    const id = parseJobId(payload, 'setupId')
    try {
      await countForSetup(services, id)
    } catch (error) {
      if (!isAppError(error)) throw error
    }
  }

async function countForSetup(services: Services, id: string): Promise<void> {
  const { db, clock, files } = services
  const before = await findDocumentById(db, id)
  if (before?.status !== 'OPEN' || !before.document) return
  const { document, tables } = await requireReadyDocument(services, id)
  const counted = { ...document, source: toCountedSource(id) }
  const joinCounts = await borrowNamedFiles(files, toNamedFiles(document, tables), async (paths) =>
    countSourceJoins(services, counted, (await inspectFiles(document, paths)).files),
  )
  await db.transaction().execute(async (tx) => {
    const current = await lockSetupById(tx, id)
    if (current?.status !== 'OPEN' || current.tablesVersion !== before.tablesVersion) return
    const now = (await findDocumentById(tx, id))?.document
    if (!now || !isDeepStrictEqual(listJoinKeys(SourceDocument.parse(now)), listJoinKeys(document))) return
    const proposal = await findProposalById(tx, id)
    // A new proposal begins without counts.
    if (!proposal) return
    const { joins, ...rest } = SourceProposal.parse(proposal)
    await updateSetup(
      tx,
      id,
      { proposal: { ...rest, joins: joins.map((join) => correctJoin(join, joinCounts)), joinCounts } },
      clock.now(),
    )
  })
}

type ProposedJoin = SourceProposal['joins'][number]

/** What was proposed from samples as the whole files have it. */
function correctJoin(proposed: ProposedJoin, counts: readonly JoinCount[]): ProposedJoin {
  const { join } = proposed
  const count = counts.find((one) =>
    isDeepStrictEqual(listJoinKeys({ joins: [one.join] }), listJoinKeys({ joins: [join] })),
  )
  if (!count) return proposed
  const { isUnique, matchedRows, rows } = count
  const found = { join, matched: matchedRows / Math.max(1, rows), isUnique }
  return { ...found, doubt: describeDoubt(found, false) }
}
