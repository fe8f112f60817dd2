import type { CheckReport } from '@dooryard/contract/data/sources/county-check'
import { Stack } from '@mantine/core'
import { AnchorLink } from '../../../ui/display/links.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { getRemedy } from './check-formats.ts'

/** What is not as usual, each with a link to the step where it is mended. */
export function CheckWarnings({ warnings }: Pick<CheckReport, 'warnings'>) {
  if (warnings.length === 0) return <Notice tone="good">Everything looks as usual.</Notice>
  return (
    <Stack gap={8}>
      {warnings.map(({ message, field }) => {
        const { label, ...search } = getRemedy(field)
        return (
          <Notice key={message} tone="warn">
            {message}{' '}
            <AnchorLink to="/portal/data/add" search={({ setup }) => ({ setup, ...search })}>
              {label}
            </AnchorLink>
          </Notice>
        )
      })}
    </Stack>
  )
}
