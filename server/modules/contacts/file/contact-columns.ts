import { type Columns, column, instant, text, uint64, word } from '../../properties/index.ts'
import type { FoundContact } from '../contact-vendor.ts'

export type ContactColumn = FoundContact & { source: string; ownerKey: bigint; ingestedAt: Date }

/** Each column of the store with what goes into it. */
export const contactColumns: Columns<ContactColumn> = {
  source: column(word, ({ source }) => source),
  owner_key: column(uint64, ({ ownerKey }) => ownerKey),
  kind: column(word, ({ kind }) => kind),
  value: column(text, ({ value }) => value),
  line_type: column(word, ({ lineType }) => lineType),
  ingested_at: column(instant, ({ ingestedAt }) => Math.floor(ingestedAt.getTime() / 1000)),
}
