import type { AuditAction } from '@dooryard/contract/admin/audit-log'
import { addJob } from '../../jobs/jobs.ts'
import type { Db } from '../../postgres/database.ts'

export type FileImportKind = 'DNC' | 'CONTACTS' | 'ROLL' | 'GAZETTEER' | 'MAP'

/** A null owner means the platform. */
export type ImportScope = { kind: FileImportKind; ownerId: string | null }

type ImportKindSettings = {
  job: string
  jobPrefix: 'file-import' | 'roll-import'
  folder: string
  /** Whether an import waits for earlier ones of its owner: a change list builds on the full list before it. */
  isOrdered: boolean
  hasFingerprint: boolean
  gaveUp: string
  audited: { object: 'file_import' | 'roll_import'; requested: AuditAction; retried: AuditAction }
}

const listSettings = {
  jobPrefix: 'file-import',
  folder: 'file-imports',
  isOrdered: true,
  hasFingerprint: true,
  gaveUp: 'The import could not be completed. The file is kept for a week after its upload: try it again.',
} as const

/** Settings that differ between the kinds. Job names and file folders are stored in databases of earlier versions. */
export const fileImportKinds: Record<FileImportKind, ImportKindSettings> = {
  DNC: {
    ...listSettings,
    job: 'import-dnc-file',
    audited: { object: 'file_import', requested: 'dnc.import_requested', retried: 'dnc.import_retried' },
  },
  CONTACTS: {
    ...listSettings,
    job: 'import-contacts-file',
    audited: { object: 'file_import', requested: 'contacts.import_requested', retried: 'contacts.import_retried' },
  },
  GAZETTEER: {
    ...listSettings,
    job: 'import-gazetteer',
    audited: { object: 'file_import', requested: 'gazetteer.import_requested', retried: 'gazetteer.import_retried' },
  },
  MAP: {
    ...listSettings,
    job: 'import-map',
    audited: { object: 'file_import', requested: 'map.import_requested', retried: 'map.import_retried' },
  },
  ROLL: {
    job: 'import-roll',
    jobPrefix: 'roll-import',
    folder: 'rolls/uploads',
    isOrdered: false,
    // `importRoll` computes it, to detect whether the file is already loaded.
    hasFingerprint: false,
    gaveUp:
      'The import could not be completed. If its county dataset is now shown as incomplete, import it again. The file is kept for a week.',
    audited: { object: 'roll_import', requested: 'roll.import_requested', retried: 'roll.import_retried' },
  },
}

export const importTopic = (id: string) => `file-import:${id}`

/** Includes killed workers; unforeseen failures end the import earlier. */
const maxAttempts = 12

export function addFileImportJob(
  db: Db,
  { id, kind, ownerId }: ImportScope & { id: string },
  delayMs?: number,
): Promise<void> {
  const { job, jobPrefix } = fileImportKinds[kind]
  // One county dataset at a time: each occupies a worker for minutes, and orders wait for the others.
  const queue = kind === 'ROLL' ? 'roll-imports' : `file-imports:${kind}:${ownerId ?? 'platform'}`
  const options = { jobKey: `${jobPrefix}:${id}`, queue, maxAttempts, ...(delayMs !== undefined && { delayMs }) }
  return addJob(db, job, { importId: id }, options)
}
