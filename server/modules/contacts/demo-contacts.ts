import type { Services } from '../../platform/context.ts'
import { contactSourceOfDemo } from '../properties/index.ts'
import { utcDay } from './contact-rules.ts'
import { enterSource, findSource } from './contact-sources.queries.ts'
import { countSource, sourceDate } from './contacts.queries.ts'

/** Lists the contacts of the demo's owners, where they are loaded, as a source like any other. */
export async function enterDemoContacts({ db, clickhouse }: Pick<Services, 'db' | 'clickhouse'>): Promise<void> {
  const { source, name, sha256 } = contactSourceOfDemo
  const ingestedAt = await sourceDate(clickhouse, source)
  if (!ingestedAt) return
  const known = await findSource(db, source)
  if (known && known.ingestedAt.getTime() === ingestedAt.getTime()) return
  const counts = await countSource(clickhouse, 'contacts', source)
  await enterSource(db, { source, name, ...counts, asOf: utcDay(ingestedAt), sha256, isGenerated: true, ingestedAt })
}
