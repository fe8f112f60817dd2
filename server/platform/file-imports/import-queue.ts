import { addJob } from '../jobs.ts'
import type { Db } from '../postgres/database.ts'
import type { FileImportKind, ImportsOf } from './file-imports.queries.ts'

/** The name of the job that imports files of a kind. */
export const fileImportJob = (kind: FileImportKind) => `import-${kind.toLowerCase()}-file`

/** The key of an import's job, so that there is one at most. */
export const jobKeyOf = (id: string) => `file-import:${id}`

/** The most often that one import is taken up, killed workers included; unforeseen failures give it up before. */
const maxAttempts = 12

/**
 * Adds the job that imports an uploaded file, inside the caller's transaction, to start after a while if one is given.
 * The imports of one owner run one after another; their order is kept by `runFileImport`.
 */
export const addFileImportJob = (
  db: Db,
  { id, kind, ownerId }: ImportsOf & { id: string },
  delayMs?: number,
): Promise<void> =>
  addJob(
    db,
    fileImportJob(kind),
    { importId: id },
    {
      jobKey: jobKeyOf(id),
      queue: `file-imports:${kind}:${ownerId ?? 'platform'}`,
      maxAttempts,
      ...(delayMs !== undefined && { delayMs }),
    },
  )
