import { defaultColumns, fileHeaders } from '@dooryard/contract/file-layouts'
import type { CampaignType } from '@dooryard/contract/vocabularies'

/** The first line of a file whose buyer chose no columns. No header needs quotes. */
export const headerRow = (type: CampaignType) =>
  defaultColumns(type)
    .flatMap((group) => fileHeaders[group])
    .join(',')
