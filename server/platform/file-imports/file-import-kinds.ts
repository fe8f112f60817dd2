import type { AuditAction } from '@dooryard/contract/audit-log'
import { addJob } from '../jobs.ts'
import type { Db } from '../postgres/database.ts'

export type FileImportKind = 'DNC' | 'CONTACTS' | 'ROLL'

/** A null owner is the platform. */
export type ImportsOf = { kind: FileImportKind; ownerId: string | null }

type KindSettings = {
  job: string
  jobPrefix: 'file-import' | 'roll-import'
  folder: string
  /** Whether an import waits for earlier ones of its owner: a change list counts on the full list before it. */
  isOrdered: boolean
  hasFingerprint: boolean
  gaveUp: string
  audited: { object: 'file_import' | 'roll_import'; requested: AuditAction; retried: AuditAction }
}

const lists = {
  jobPrefix: 'file-import',
  folder: 'file-imports',
  isOrdered: true,
  hasFingerprint: true,
  gaveUp: 'The import could not be completed. The file is kept for a week after its upload: try it again.',
} as const

/** What differs between the kinds. Names of jobs and the places of files are in databases of earlier versions. */
export const fileImportKinds: Record<FileImportKind, KindSettings> = {
  DNC: {
    ...lists,
    job: 'import-dnc-file',
    audited: { object: 'file_import', requested: 'dnc.import_requested', retried: 'dnc.import_retried' },
  },
  CONTACTS: {
    ...lists,
    job: 'import-contacts-file',
    audited: { object: 'file_import', requested: 'contacts.import_requested', retried: 'contacts.import_retried' },
  },
  ROLL: {
    job: 'import-roll',
    jobPrefix: 'roll-import',
    folder: 'rolls/uploads',
    isOrdered: false,
    // `importRoll` takes it, to see whether the file is the one that is loaded.
    hasFingerprint: false,
    gaveUp:
      'The import could not be completed. Where its roll now shows as incomplete, import it again. The file is kept for a week.',
    audited: { object: 'roll_import', requested: 'roll.import_requested', retried: 'roll.import_retried' },
  },
}

export const importTopic = (id: string) => `file-import:${id}`

/** Killed workers included; unforeseen failures give it up before. */
const maxAttempts = 12

export function addFileImportJob(
  db: Db,
  { id, kind, ownerId }: ImportsOf & { id: string },
  delayMs?: number,
): Promise<void> {
  const { job, jobPrefix } = fileImportKinds[kind]
  // One roll at a time: each takes a worker for minutes, and orders wait for the others.
  const queue = kind === 'ROLL' ? 'roll-imports' : `file-imports:${kind}:${ownerId ?? 'platform'}`
  const options = { jobKey: `${jobPrefix}:${id}`, queue, maxAttempts, ...(delayMs !== undefined && { delayMs }) }
  return addJob(db, job, { importId: id }, options)
}
