import type { CampaignType } from '@dooryard/contract/api/enums'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import type { SavedSearch } from '@dooryard/contract/properties/saved-searches'
import { Box, Divider, SimpleGrid, Text } from '@mantine/core'
import { useOrderQuote } from '../../../criteria/order-quote/quote.data.ts'
import { formatDay, formatNumber, toLowerFirst } from '../../../lib/format/format.ts'
import { useCreditSettings } from '../../../lib/session/current-user.ts'
import { Panel } from '../../../ui/display/panel.tsx'
import { Segments } from '../../../ui/display/segments.tsx'
import { BreakdownSteps, StepFailure } from './breakdown-steps.tsx'
import { type SearchCount, useDistinctCount, useLastDefined } from './flow.data.ts'
import { getSearchColor, getStackRemoval } from './flow-rules.ts'
import { formatStackMode } from './stack-rules.ts'
import { TypeBreakdown } from './type-breakdown.tsx'

const barPartStyle = { borderRight: '1px solid var(--mantine-color-body)' }

type BreakdownProps = {
  criteria: Criteria
  searches: readonly SavedSearch[]
  counts: readonly SearchCount[]
  atLeast: number
  type: CampaignType | undefined
  onType: (type: CampaignType) => void
}

type SourceProps = Pick<BreakdownProps, 'searches' | 'counts' | 'atLeast'> & { distinct: SearchCount }

function SourceSteps({ searches, counts, atLeast, distinct }: SourceProps) {
  const each = counts.map(({ count }) => count)
  const known = each.every((count) => count !== undefined) ? (each as number[]) : undefined // checked by `every`
  const last = useLastDefined(known && JSON.stringify(known))
  const shown: number[] | undefined = last && JSON.parse(last)
  const found = shown?.reduce((sum, count) => sum + count, 0)
  const isStack = searches.length > 1
  // Both belong to the same searches only when both are fresh.
  const isStale = known === undefined || distinct.isStale
  const isComparable = found !== undefined && distinct.count !== undefined && !isStale
  const stack = {
    key: 'stack',
    label:
      atLeast <= 1
        ? 'Unique properties'
        : `Unique properties, ${toLowerFirst(formatStackMode(atLeast, searches.length))}`,
    count: distinct.count,
    ...(isComparable && { removed: getStackRemoval(found, distinct.count ?? 0, atLeast) }),
  }
  const label = isStack ? `Found by ${formatNumber(searches.length)} searches` : 'Found by the search'
  return (
    <>
      <BreakdownSteps
        steps={[{ key: 'found', label, count: found }, ...(isStack ? [stack] : [])]}
        max={Math.max(found ?? 0, distinct.count ?? 0)}
        firstBar={shown?.map((count, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what each search finds has nothing but its place in the bar
          <Box key={index} style={barPartStyle} flex={count} bg={getSearchColor(index)} aria-hidden="true" />
        ))}
        isStale={isStale}
        isBusy={isStale}
      />
      {isStack && distinct.error && (
        <StepFailure
          what="Stack not counted."
          error={distinct.error}
          isFetching={distinct.isFetching}
          onRetry={distinct.retry}
        />
      )}
    </>
  )
}

export function Breakdown({ criteria, searches, counts, atLeast, type, onType }: BreakdownProps) {
  const types = useCreditSettings() ?? []
  const areCounted = counts.every(({ isFetching }) => !isFetching)
  const isStack = searches.length > 1
  const stacked = useDistinctCount(criteria, areCounted && isStack)
  // A single search is counted already. Counting it again would set it in progress again, endlessly.
  const distinct = (isStack ? undefined : counts[0]) ?? stacked
  // Waits for the counts, which show first.
  const isEnabled = areCounted && !distinct.isFetching
  const quotes = {
    MAIL_READY: useOrderQuote({ campaignType: 'MAIL_READY', criteria }, isEnabled),
    CALL_READY: useOrderQuote({ campaignType: 'CALL_READY', criteria }, isEnabled),
  }
  const shownType = types.find(({ key }) => key === type)?.key ?? types[0]?.key
  const dataAsOf = quotes.MAIL_READY.data?.dataAsOf
  const asOf = dataAsOf && (
    <Text span fz={12} c="dimmed">
      Counting is free. Data loaded {formatDay(dataAsOf)}
    </Text>
  )
  return (
    <Panel title="Flow" aside={asOf} flush>
      <Box p={{ base: 16, sm: 20 }}>
        <SourceSteps searches={searches} counts={counts} atLeast={atLeast} distinct={distinct} />
      </Box>
      {/* On a phone, one campaign type shows at a time. */}
      <Box component="fieldset" hiddenFrom="sm" m={0} p="0 16px 16px" bd={0} miw={0}>
        <legend className="visually-hidden">Campaign type</legend>
        <Segments
          name="flowType"
          segments={types.map(({ key, name }) => ({ value: key, label: name }))}
          value={shownType}
          onChange={onType}
        />
      </Box>
      <Divider />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={0}>
        {types.map((setting) => (
          <TypeBreakdown
            key={setting.key}
            setting={setting}
            quote={quotes[setting.key]}
            criteria={criteria}
            isShown={setting.key === shownType}
          />
        ))}
      </SimpleGrid>
    </Panel>
  )
}
