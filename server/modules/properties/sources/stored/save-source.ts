import { isDeepStrictEqual } from 'node:util'
import { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import { maxSourceBytes, type Source } from '@dooryard/contract/data/sources/sources'
import { audit } from '../../../../platform/audit.ts'
import type { Context, Services } from '../../../../platform/context.ts'
import { appError } from '../../../../platform/errors/app-error.ts'
import { unprocessable } from '../../../../platform/files/content/input-file.ts'
import { inTransaction } from '../../../../platform/postgres/database.ts'
import { findUnstorable } from '../../../../platform/util/storable.ts'
import { validateSource } from '../compile/compile-source.ts'
import { generic } from '../generic-source.ts'
import { findSource, type VersionedSource } from '../resolve-source.ts'
import { getSource } from './get-sources.ts'
import { insertSourceVersion, lockSource } from './sources.queries.ts'

type SaveContext = Pick<Services, 'db' | 'clock'> & Partial<Pick<Context, 'actor' | 'caller' | 'requestId'>>

type Draft = {
  document: SourceDocument
  /** The version that was changed; saved whatever there is when omitted. */
  version?: number | undefined
  /** It is the edited source of a loaded dataset, which may be of files with our own headers. */
  isLoaded?: boolean
}

/**
 * Saves a source as its next version. Throws UNPROCESSABLE, with an issue for each place, when it cannot be used, and
 * CONFLICT when another version was saved since the one that was changed.
 */
export const saveSource = (ctx: SaveContext, draft: Draft): Promise<VersionedSource> => {
  const { document, version: changed, isLoaded = false } = draft
  requireUsable(document, isLoaded)
  return inTransaction(ctx, async (tx) => {
    const { source, name } = document
    const current = (await lockSource(tx.db, source))?.version ?? 0
    if (changed !== undefined && changed !== current)
      throw appError('CONFLICT', `${name} was changed since you opened it: open version ${current} and change that.`)
    const version = current + 1
    const createdAt = tx.clock.now()
    await insertSourceVersion(tx.db, { document, version, authorId: ctx.actor?.userId ?? null, createdAt })
    await audit(tx, { action: 'source.saved', object: { type: 'source', id: source }, after: { name, version } })
    return { document, version }
  })
}

/** Saves a source unless its current version is the same; returns the version that has the document. */
export async function saveChangedSource(ctx: SaveContext, draft: Omit<Draft, 'version'>): Promise<VersionedSource> {
  const { document, isLoaded = false } = draft
  const { version, save } = await planVersion(ctx, document, isLoaded)
  await save()
  return { document, version }
}

/** The version that a source has, or gets once `save` is called. */
export async function planVersion(
  ctx: SaveContext,
  document: SourceDocument,
  isLoaded = false,
): Promise<VersionedSource & { save: () => Promise<void> }> {
  const current = await findSource(ctx.db, document.source)
  if (current && isDeepStrictEqual(current.document, document)) return { ...current, save: async () => {} }
  const version = current?.version ?? 0
  return {
    document,
    version: version + 1,
    save: async () => void (await saveSource(ctx, { document, version, isLoaded })),
  }
}

/** Throws UNPROCESSABLE with an issue for each place of the document that cannot be used. */
export function requireUsable(document: SourceDocument, isLoaded = false): void {
  // Its slugs are those of files with our own headers, which are saved only once they are edited.
  if (!isLoaded && (document.source === generic || document.source.startsWith(`${generic}-`)))
    throw unprocessable(`Sources whose name begins with ${generic} are files with our own headers: choose another.`)
  const problems = validateSource(document)
  const [first] = problems
  if (first === undefined) return
  const issues = problems.map((problem) => {
    const [, path = '', message = problem] = /^(\S+): (.*)$/s.exec(problem) ?? []
    return { path, message }
  })
  throw appError('UNPROCESSABLE', first, { issues })
}

/** Saves the source under the slug that it has. */
export async function saveNamedSource(ctx: Context, source: string, draft: Draft): Promise<Source> {
  if (draft.document.source !== source)
    throw unprocessable(`The document is of the source ${draft.document.source}, not of ${source}.`)
  await saveSource(ctx, draft)
  return getSource(ctx, source)
}

/** Saves the source of an uploaded file. */
export async function importSourceFile(ctx: Context, bytes: AsyncIterable<Uint8Array>): Promise<Source> {
  const document = parseSourceFile(await readText(bytes))
  await saveSource(ctx, { document })
  return getSource(ctx, document.source)
}

async function readText(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of bytes) {
    size += part.length
    if (size > maxSourceBytes) throw appError('PAYLOAD_TOO_LARGE', 'A source may have 8 MB at most.')
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

/** Reads the text of a source file. Throws UNPROCESSABLE with the place of what is wrong. */
export function parseSourceFile(text: string): SourceDocument {
  let content: unknown
  try {
    content = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    throw unprocessable('This file is not JSON: give a source as it was downloaded.')
  }
  const parsed = SourceDocument.safeParse(content)
  if (parsed.success) return requireStorable(parsed.data)
  const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  const [first] = issues
  const place = first?.path ? `${first.path}: ` : ''
  throw appError('UNPROCESSABLE', `This file is not a source. ${place}${first?.message}`, { issues })
}

function requireStorable(document: SourceDocument): SourceDocument {
  const issue = findUnstorable(document, 'The source')
  if (issue) throw appError('UNPROCESSABLE', issue.message, { issues: [issue] })
  return document
}
