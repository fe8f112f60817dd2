import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { Box, Group, Text, UnstyledButton } from '@mantine/core'
import { Funnel } from 'lucide-react'
import { useState } from 'react'
import { getErrorMessage } from '../../lib/api/errors.ts'
import { isFinal } from '../../lib/api/retry-policy.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useLazyLoad } from '../../ui/hooks/hooks.ts'
import { CountError, ResultCount } from '../../ui/layout/frames/finder-frame.tsx'
import { TextButton } from '../inputs/text-button.tsx'
import { type Count, useCount } from './count.data.ts'
import { CountText } from './count-text.tsx'
import classes from './live-count.module.css'

type LiveCountProps = {
  count: Count
  /** Makes each part of the count a filter. */
  onChange?: ((criteria: Criteria) => void) | undefined
  /** Whether the screen says elsewhere why these criteria cannot be counted. */
  isRefusalShown?: boolean
}

/**
 * The number of matches, with what the user purchased of them: dimmed while it is counted again, announced when it has
 * changed. A button opens the filter breakdown.
 */
export function LiveCount({ count, onChange, isRefusalShown }: LiveCountProps) {
  const { data, isPlaceholderData: isStale, error, failureCount, refetch } = count
  if (error && isFinal(error))
    return <CountError>{isRefusalShown ? 'Not counted' : `Not counted: ${getErrorMessage(error)}`}</CountError>
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
            <CountText criteria={count.criteria} data={data} onChange={onChange} />
            {isStale && failureCount > 0 && (
              <Text span fz="sm" c="var(--mantine-color-error)">
                {' '}
                before this change: it could not be counted yet, trying again
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

type CriteriaCountProps = Omit<LiveCountProps, 'count'> & { criteria: Criteria }

/** The number of matches. A component of its own, so that it renders before everything that depends on it. */
export const CriteriaCount = ({ criteria, ...props }: CriteriaCountProps) => (
  <LiveCount count={useCount(criteria)} {...props} />
)

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
        aria-label="Count breakdown"
        onClick={() => {
          setOpen(true)
          if (!BreakdownDrawer) load()
        }}
      >
        <Funnel size={14} aria-hidden="true" />
        <Box component="span" visibleFrom="sm">
          Count breakdown
        </Box>
      </UnstyledButton>
      {BreakdownDrawer && <BreakdownDrawer count={count} opened={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Says that matches without a mailing address cannot be mailed, when no other is there. */
export const NothingMailableNotice = ({ count: { data } }: { count: Count }) =>
  data &&
  data.count > 0 &&
  data.mailable === 0 && (
    <Notice tone="warn">
      None of the matches can be mailed: they have no full mailing address. Loosen the filters.
    </Notice>
  )
