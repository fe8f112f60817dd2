import { dayMs } from '@dooryard/contract/api/time'
import type { NewContactImport } from '@dooryard/contract/data/contacts'
import type { FileImport } from '@dooryard/contract/data/file-imports'
import { z } from 'zod'
import type { Context, Services } from '../../../platform/context.ts'
import { appError } from '../../../platform/errors/app-error.ts'
import { receiveFile, runFileImport, toFileImport } from '../../../platform/files/imports/file-imports.ts'
import { formatUtcDay } from '../contact-rules.ts'
import { importContacts } from './import-contacts.ts'

const earliestDay = '1990-01-01'

export function refuseImplausibleDay(asOf: string, now: Date): void {
  if (asOf < earliestDay || asOf > formatUtcDay(new Date(now.getTime() + dayMs)))
    throw appError('UNPROCESSABLE', 'The date of the contacts must be between 1990 and today.')
}

export async function uploadContacts(
  ctx: Context,
  { name, asOf, fileName }: NewContactImport,
  bytes: AsyncIterable<Uint8Array>,
): Promise<FileImport> {
  refuseImplausibleDay(asOf, ctx.clock.now())
  return receiveFile(ctx, contactImports, { name, fileName, params: { name, asOf } }, bytes)
}

export const contactImports = { kind: 'CONTACTS', ownerId: null, present: toFileImport } as const

const ImportParams = z.object({ name: z.string(), asOf: z.iso.date() })

export const runContactImport = (services: Services) =>
  runFileImport(services, 'CONTACTS', async ({ params, path, progress, signal }) => {
    const { name, asOf } = ImportParams.parse(params)
    const { rowsRead, rowsTaken, rowsRejected, rejected, message } = await importContacts(services, {
      name,
      asOf,
      path,
      onProgress: progress,
      signal,
    })
    return { rowsRead, rowsTaken, rowsRejected, rejected, ...(message && { message }) }
  })
