import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { Box, Group, Text, UnstyledButton } from '@mantine/core'
import { Funnel } from 'lucide-react'
import { useState } from 'react'
import { getErrorMessage } from '../../lib/api/errors.ts'
import { formatNumber } from '../../lib/format/format.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useLazyLoad } from '../../ui/hooks/hooks.ts'
import { CountError, ResultCount } from '../../ui/layout/frames/finder-frame.tsx'
import { TextButton } from '../inputs/text-button.tsx'
import { type Count, useCount } from './count.data.ts'
import classes from './live-count.module.css'

/**
 * The number of matches: dimmed while it is counted again, announced when it has changed. A button opens the filter
 * breakdown.
 */
export function LiveCount({ count }: { count: Count }) {
  const { data, isPlaceholderData: isStale, error, failureCount, refetch } = count
  if (error && !data)
    return (
      <CountError>
        Not counted: {getErrorMessage(error)} <TextButton onClick={() => void refetch()}>Try Again</TextButton>
      </CountError>
    )
  return (
    <Group component="span" display="inline-flex" gap={6} wrap="nowrap" miw={0}>
      <ResultCount isStale={isStale}>
        {data ? (
          <>
            <span>
              <strong>{formatNumber(data.count)}</strong> {data.count === 1 ? 'property matches' : 'properties match'}
            </span>
            {isStale && failureCount > 0 && (
              <Text span fz="sm" c="var(--mantine-color-error)">
                {' '}
                before this change: it could not be counted yet, trying again
              </Text>
            )}
            {!isStale && data.alreadyDelivered > 0 && (
              <Text span>
                {' '}
                · {formatNumber(data.alreadyDelivered)} more {data.alreadyDelivered === 1 ? 'is' : 'are'} yours already
              </Text>
            )}
          </>
        ) : (
          <Text span>Counting…</Text>
        )}
      </ResultCount>
      {data && <BreakdownButton count={count} />}
    </Group>
  )
}

/** The number of matches. A component of its own, so that it renders before everything that depends on it. */
export const CriteriaCount = ({ criteria }: { criteria: Criteria }) => <LiveCount count={useCount(criteria)} />

function BreakdownButton({ count }: { count: Count }) {
  const [isOpen, setOpen] = useState(false)
  const [BreakdownDrawer, load] = useLazyLoad(
    async () => (await import('./filter-breakdown-drawer.tsx')).FilterBreakdownDrawer,
  )
  return (
    <>
      <UnstyledButton
        className={classes.how}
        aria-haspopup="dialog"
        aria-label="How it adds up: how this number comes about"
        onClick={() => {
          setOpen(true)
          if (!BreakdownDrawer) load()
        }}
      >
        <Funnel size={14} aria-hidden="true" />
        <Box component="span" visibleFrom="sm">
          How it adds up
        </Box>
      </UnstyledButton>
      {BreakdownDrawer && <BreakdownDrawer count={count} opened={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}

export const NothingNewNotice = ({ count }: { count: Count }) =>
  count.data?.mailable === 0 && <Notice tone="warn">No new leads match these filters.</Notice>
