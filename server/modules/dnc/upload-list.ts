import type { NewDncImport } from '@dooryard/contract/dnc'
import type { FileImport } from '@dooryard/contract/file-imports'
import type { Context } from '../../platform/context.ts'
import { receiveFile } from '../../platform/file-imports/file-imports.ts'
import { checkedFacts, nameOf } from './list-facts-rules.ts'

/** Keeps an uploaded list and has it imported by a job; for no owner it is the platform's. */
export function uploadList(
  ctx: Context,
  ownerId: string | null,
  { fileName, ...said }: NewDncImport,
  bytes: AsyncIterable<Uint8Array>,
): Promise<FileImport> {
  const facts = checkedFacts(said, ctx.clock.now())
  const name = nameOf(facts)
  return receiveFile(
    ctx,
    { kind: 'DNC', ownerId, name, fileName, params: facts, audited: 'dnc.import_requested' },
    bytes,
  )
}
