import type { CheckReport } from '@dooryard/contract/data/sources/county-check'
import { Stack } from '@mantine/core'
import { AnchorLink } from '../../../ui/display/links.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'

/** The fields of the columns step have their group before their name. */
const toFieldSearch = (field: string) =>
  field.includes('.') || field === 'key' || field === 'county' ? field : `property.${field}`

/** What is not as usual, each with a link to the column that it comes from. */
export function CheckWarnings({ warnings }: Pick<CheckReport, 'warnings'>) {
  if (warnings.length === 0) return <Notice tone="good">Everything looks as usual.</Notice>
  return (
    <Stack gap={8}>
      {warnings.map(({ message, field }) => (
        <Notice key={message} tone="warn">
          {message}{' '}
          {field !== null && (
            <AnchorLink
              to="/portal/data/add"
              search={(old) => ({ ...old, step: 'columns', field: toFieldSearch(field) })}
            >
              Go to the column
            </AnchorLink>
          )}
        </Notice>
      ))}
    </Stack>
  )
}
