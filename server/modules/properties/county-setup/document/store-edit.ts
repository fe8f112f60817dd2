import { isDeepStrictEqual } from 'node:util'
import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import type { Services } from '../../../../platform/context.ts'
import type { Db } from '../../../../platform/postgres/database.ts'
import { moveCheck } from '../check/checks.queries.ts'
import { findDocumentById, updateSetup } from '../setups.queries.ts'
import { queueCountingJoins } from './queue-counting-joins.ts'

export type LockedContext = { db: Db; clock: Services['clock'] }

/**
 * Stores an edited document as the next version of a setup that is locked. A check stays current when only what is
 * said about the source has changed, and not how its files are read.
 */
export async function storeEdit({ db, clock }: LockedContext, id: string, document: SourceDocument): Promise<void> {
  const before = await findDocumentById(db, id)
  const from = before?.documentVersion ?? 0
  const documentVersion = from + 1
  await updateSetup(db, id, { document, documentVersion, isDocumentEdited: true }, clock.now())
  // Only parsed documents are stored.
  const stored = before?.document as SourceDocument | null | undefined
  await queueCountingJoins(db, id, document, stored)
  if (stored && isDeepStrictEqual(listReading(stored), listReading(document)))
    await moveCheck(db, id, { from, to: documentVersion })
}

/** What of a document decides how its files are read. */
function listReading(document: SourceDocument): object {
  const { source, name, publisher, homepage, terms, attribution, notes, $schema, ...reading } = document
  return reading
}
