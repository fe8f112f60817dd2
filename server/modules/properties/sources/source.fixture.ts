import { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import { findShippedSource } from './shipped-sources.ts'

type FieldDraft = string | object
type SourceDraft = Partial<Omit<SourceDocument, 'key' | 'property' | 'sale'>> & {
  key: FieldDraft
  property?: Record<string, FieldDraft>
  sale?: Record<string, FieldDraft>
}

const toField = (draft: FieldDraft) => (typeof draft === 'string' ? { columns: [draft] } : draft)
const toFields = (drafts: Record<string, FieldDraft>) =>
  Object.fromEntries(Object.entries(drafts).map(([name, draft]) => [name, toField(draft)]))

/** A source of one file of Davidson County, Tennessee; a field that is a text is the column of that name. */
export const makeSource = ({ key, property, sale, ...rest }: SourceDraft): SourceDocument =>
  SourceDocument.parse({
    version: 1,
    source: 'example-county',
    name: 'Example County, assessor',
    county: { fips: '47037' },
    files: [{ id: 'roll' }],
    key: toField(key),
    ...(property && { property: toFields(property) }),
    ...(sale && { sale: toFields(sale) }),
    ...rest,
  })

function requireShipped(source: string): SourceDocument {
  const known = findShippedSource(source)
  if (!known) throw new Error(`The source ${source} is not shipped.`)
  return known
}

export const broward = requireShipped('broward-fl-sales')
export const easthampton = requireShipped('easthampton-ma')
export const nashville = requireShipped('nashville-tn')
export const philadelphia = requireShipped('philadelphia-pa')
