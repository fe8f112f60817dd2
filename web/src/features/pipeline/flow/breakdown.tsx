import type { Criteria } from '@dooryard/contract/criteria'
import type { SavedSearch } from '@dooryard/contract/saved-searches'
import type { CampaignType } from '@dooryard/contract/vocabularies'
import { Box, Divider, SimpleGrid, Text } from '@mantine/core'
import { useOrderQuote } from '../../../criteria/order-quote/quote.data.ts'
import { formatDay, formatNumber } from '../../../lib/format.ts'
import { useCreditSettings } from '../../../lib/me.ts'
import { Panel } from '../../../ui/display/panel.tsx'
import { Segments } from '../../../ui/display/segments.tsx'
import { StepFailure, Steps } from './breakdown-steps.tsx'
import { type Counted, useDistinct, useLastKnown } from './flow.data.ts'
import { getSearchColor, stackTaken } from './flow-rules.ts'
import { formatStackMode } from './stack-rules.ts'
import { TypeBreakdown } from './type-breakdown.tsx'

const partEdge = { borderRight: '1px solid var(--mantine-color-body)' }

type BreakdownProps = {
  criteria: Criteria
  searches: readonly SavedSearch[]
  counts: readonly Counted[]
  atLeast: number
  type: CampaignType | undefined
  onType: (type: CampaignType) => void
}

type SourceProps = Pick<BreakdownProps, 'searches' | 'counts' | 'atLeast'> & { distinct: Counted }

function SourceSteps({ searches, counts, atLeast, distinct }: SourceProps) {
  const each = counts.map(({ count }) => count)
  const known = each.every((count) => count !== undefined) ? (each as number[]) : undefined // as the line says
  const last = useLastKnown(known && JSON.stringify(known))
  const shown: number[] | undefined = last && JSON.parse(last)
  const found = shown?.reduce((sum, count) => sum + count, 0)
  const isStack = searches.length > 1
  // Both are of the same searches only when both are fresh.
  const isStale = known === undefined || distinct.isStale
  const isComparable = found !== undefined && distinct.count !== undefined && !isStale
  const stack = {
    key: 'stack',
    label: `${formatStackMode(atLeast, searches.length)}, each counted once`,
    count: distinct.count,
    ...(isComparable && { taken: stackTaken(found, distinct.count ?? 0, atLeast) }),
  }
  const label = isStack ? `Found by ${formatNumber(searches.length)} searches` : 'Found by the search'
  return (
    <>
      <Steps
        steps={[{ key: 'found', label, count: found }, ...(isStack ? [stack] : [])]}
        most={Math.max(found ?? 0, distinct.count ?? 0)}
        firstBar={shown?.map((count, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what each search finds has nothing but its place in the bar
          <Box key={index} style={partEdge} flex={count} bg={getSearchColor(index)} aria-hidden="true" />
        ))}
        isStale={isStale}
        isBusy={isStale}
      />
      {isStack && distinct.error && (
        <StepFailure
          what="The stack was not counted."
          error={distinct.error}
          isFetching={distinct.isFetching}
          onRetry={distinct.again}
        />
      )}
    </>
  )
}

export function Breakdown({ criteria, searches, counts, atLeast, type, onType }: BreakdownProps) {
  const types = useCreditSettings() ?? []
  const areCounted = counts.every(({ isFetching }) => !isFetching)
  const isStack = searches.length > 1
  const stacked = useDistinct(criteria, areCounted && isStack)
  // What one search finds is counted already. Asked again once it is there, it would be in progress again, and so for ever.
  const distinct = (isStack ? undefined : counts[0]) ?? stacked
  // The numbers that are there first are those that are asked first.
  const isWanted = areCounted && !distinct.isFetching
  const quotes = {
    MAIL_READY: useOrderQuote({ campaignType: 'MAIL_READY', criteria }, isWanted),
    CALL_READY: useOrderQuote({ campaignType: 'CALL_READY', criteria }, isWanted),
  }
  const shownType = types.find(({ key }) => key === type)?.key ?? types[0]?.key
  const dataAsOf = quotes.MAIL_READY.data?.dataAsOf
  const asOf = dataAsOf && (
    <Text span fz={12} c="dimmed">
      Counting is free. Data as of {formatDay(dataAsOf)}
    </Text>
  )
  return (
    <Panel title="Flow" aside={asOf} flush>
      <Box p={{ base: 16, sm: 20 }}>
        <SourceSteps searches={searches} counts={counts} atLeast={atLeast} distinct={distinct} />
      </Box>
      {/* On a phone one campaign type is looked at at a time. */}
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
