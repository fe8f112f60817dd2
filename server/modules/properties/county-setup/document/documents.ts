import type {
  SetupDocument,
  SetupDocumentChange,
  SourceProposal as SourceProposalShape,
} from '@dooryard/contract/data/sources/setup-proposal'
import { SourceProposal } from '@dooryard/contract/data/sources/setup-proposal'
import { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import type { Context } from '../../../../platform/context.ts'
import { appError } from '../../../../platform/errors/app-error.ts'
import { validateSource } from '../../sources/compile/compile-source.ts'
import { listSetupTables } from '../setup-files.queries.ts'
import { findDocument, findProposal, updateSetup } from '../setups.queries.ts'
import { changeOpenSetup, getSetupRef, setupNotFound } from '../setups.ts'
import { queueCountingJoins } from './queue-counting-joins.ts'
import { storeEdit } from './store-edit.ts'

export async function getProposal(ctx: Context, id: string): Promise<SourceProposalShape> {
  const row = await findProposal(ctx.db, getSetupRef(ctx, id))
  if (!row) throw setupNotFound()
  return row.proposal ? SourceProposal.parse(row.proposal) : emptyProposal
}

const emptyProposal: SourceProposalShape = {
  ...{
    document: null,
    refusal: null,
    main: null,
    schema: null,
    uses: null,
    fields: [],
    joins: [],
    unjoined: [],
    lost: [],
    unplaced: [],
  },
}

type DocumentRow = NonNullable<Awaited<ReturnType<typeof findDocument>>>

// Only parsed documents are stored.
const presentDocument = ({ document, documentVersion, isDocumentEdited }: DocumentRow): SetupDocument => ({
  version: documentVersion,
  isEdited: isDocumentEdited,
  document: document as SourceDocument | null,
})

export async function getDocument(ctx: Pick<Context, 'db' | 'actor'>, id: string): Promise<SetupDocument> {
  const row = await findDocument(ctx.db, getSetupRef(ctx, id))
  if (!row) throw setupNotFound()
  return presentDocument(row)
}

/** CONFLICT where the document was changed since the caller read it; VALIDATION names each wrong place. */
export function saveDocument(ctx: Context, id: string, change: SetupDocumentChange): Promise<SetupDocument> {
  const document = parseDocument(change.document)
  return changeOpenSetup(ctx, id, async (tx, setup) => {
    requireVersion(setup, change.version)
    requireTables(document, await listSetupTables(tx.db, id))
    await storeEdit(tx, id, document)
    return getDocument(tx, id)
  })
}

/** Takes back all edits: from then on new proposals replace the document again. */
export const applyProposal = (ctx: Context, id: string, version: number): Promise<SetupDocument> =>
  changeOpenSetup(ctx, id, async (tx, setup) => {
    requireVersion(setup, version)
    const { document, refusal } = await getProposal(tx, id)
    if (!document) throw appError('UNPROCESSABLE', refusal ?? 'There is no proposal yet. Add a file first.')
    await updateSetup(
      tx.db,
      id,
      { document, documentVersion: setup.documentVersion + 1, isDocumentEdited: false },
      tx.clock.now(),
    )
    await queueCountingJoins(tx.db, id, document)
    return getDocument(tx, id)
  })

export function requireVersion({ documentVersion }: { documentVersion: number }, version: number): void {
  if (documentVersion !== version)
    throw appError('CONFLICT', 'This source was changed meanwhile, perhaps in another tab. Reload it to go on.')
}

type Issue = { path: string; message: string }

const invalidDocument = ([first, ...others]: Issue[]) =>
  appError('VALIDATION', first?.message ?? 'The source document is not valid.', {
    issues: first ? [first, ...others] : [],
  })

/** Parses a document and tries to compile it. VALIDATION with an issue for each wrong place. */
function parseDocument(document: unknown): SourceDocument {
  const parsed = parseShape(document)
  const problems = validateSource(parsed).map(toIssue)
  if (problems.length > 0) throw invalidDocument(problems)
  return parsed
}

/** VALIDATION with an issue for each place of the wrong shape. */
export function parseShape(document: unknown): SourceDocument {
  const { data, error } = SourceDocument.safeParse(document)
  if (data) return data
  throw invalidDocument(
    error.issues.map(({ path, message }) => ({ path: ['document', ...path].map(String).join('.'), message })),
  )
}

/** `property.lotSqft: A sentence.` names the place of a problem in front of it. */
function toIssue(problem: string): Issue {
  const at = problem.indexOf(': ')
  return { path: `document.${problem.slice(0, at)}`, message: problem.slice(at + 2) }
}

/** UNPROCESSABLE where the document names a table that the setup does not use. */
export function requireTables(
  { files }: Pick<SourceDocument, 'files'>,
  tables: readonly { id: string; isUsed: boolean }[],
): void {
  const missing = files.filter(({ id }) => !tables.some((table) => table.isUsed && table.id === id))
  if (missing.length === 0) return
  const names = missing.map(({ id }) => id).join(', ')
  throw appError(
    'UNPROCESSABLE',
    `The document reads ${names}, which the setup does not use. Use the table, or take it out of the document.`,
  )
}
